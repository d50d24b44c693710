import { useAccount, type Account } from '../client/account.svelte';
import { readMemory, writeMemory } from '../client/memory';
import { useRooms } from '../client/rooms.svelte';

const name = 'code-wraps';

/** Whether long lines of code are wrapped: as one chose last on this device. */
export class CodeWrap {
  #isOn = $state(false);

  constructor(private readonly account: Pick<Account, 'id'>) {
    this.#isOn = readMemory(account.id, name) === true;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  toggle = (): void => {
    this.#isOn = !this.#isOn;
    writeMemory(this.account.id, name, this.#isOn);
  };
}

/** The account's one; to be asked for while a component starts. */
export function useCodeWrap(): CodeWrap {
  const account = useAccount();
  return useRooms().one(CodeWrap, () => new CodeWrap(account));
}
