import type { Account } from '../../client/account/account.svelte';
import { fetchFileSize } from '../../client/calls/call';
import type { AccountStores } from '../../client/account/account-stores.svelte';

/** Addresses that are remembered; the first ones go first. */
const maxRemembered = 2000;

/** How large uploaded files are, each asked for once: what stands at an address never changes. One for each account. */
export class FileSizes {
  readonly #asked = new Map<string, ReturnType<typeof fetchFileSize>>();

  static of(rooms: AccountStores, account: Account): FileSizes {
    return rooms.getOrCreate(FileSizes, () => new FileSizes(account.id));
  }

  constructor(private readonly account: string) {}

  of = (path: string): ReturnType<typeof fetchFileSize> => {
    const known = this.#asked.get(path);
    if (known) return known;
    const asking = fetchFileSize(this.account, path as `/${string}`);
    this.#asked.set(path, asking);
    // Without an answer it is asked again with the next message that links it.
    void asking.then((size) => size === null && this.#asked.delete(path));
    const [first] = this.#asked.keys();
    if (this.#asked.size > maxRemembered && first !== undefined) this.#asked.delete(first);
    return asking;
  };
}
