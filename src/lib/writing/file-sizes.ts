import type { Account } from '../client/account.svelte';
import { fileSize } from '../client/call';
import type { AccountRooms } from '../client/rooms.svelte';

/** Addresses that are remembered; the first ones go first. */
const most = 2000;

/** How large uploaded files are, each asked for once: what stands at an address never changes. One for each account. */
export class FileSizes {
  readonly #asked = new Map<string, ReturnType<typeof fileSize>>();

  static of(rooms: AccountRooms, account: Account): FileSizes {
    return rooms.one(FileSizes, () => new FileSizes(account.id));
  }

  constructor(private readonly account: string) {}

  of = (path: string): ReturnType<typeof fileSize> => {
    const known = this.#asked.get(path);
    if (known) return known;
    const asking = fileSize(this.account, path as `/${string}`);
    this.#asked.set(path, asking);
    // Without an answer it is asked again with the next message that links it.
    void asking.then((size) => size === null && this.#asked.delete(path));
    const [first] = this.#asked.keys();
    if (this.#asked.size > most && first !== undefined) this.#asked.delete(first);
    return asking;
  };
}
