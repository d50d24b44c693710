import { useAccount, type Account } from '../../client/account/account.svelte';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { useAccountStores } from '../../client/account/account-stores.svelte';

const name = 'code-wraps';

/** Whether long lines of code are wrapped: as one chose last on this device. */
export class CodeWrap {
  #isOn = $state(false);

  constructor(private readonly account: Pick<Account, 'id'>) {
    this.#isOn = readAccountStorage(account.id, name) === true;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  toggle = (): void => {
    this.#isOn = !this.#isOn;
    writeAccountStorage(this.account.id, name, this.#isOn);
  };
}

/** The account's one; to be asked for while a component starts. */
export function useCodeWrap(): CodeWrap {
  const account = useAccount();
  return useAccountStores().getOrCreate(CodeWrap, () => new CodeWrap(account));
}
