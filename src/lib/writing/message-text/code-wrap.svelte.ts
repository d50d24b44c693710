import { useAccount, type Account } from '../../client/account/account.svelte';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { useAccountStores } from '../../client/account/account-stores.svelte';

const name = 'code-wraps';

/** Whether to wrap long lines of code, as last chosen on this device. */
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

/** Returns the account's instance. Call it during component initialization. */
export function useCodeWrap(): CodeWrap {
  const account = useAccount();
  return useAccountStores().getOrCreate(CodeWrap, () => new CodeWrap(account));
}
