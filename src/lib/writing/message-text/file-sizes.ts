import type { Account } from '../../client/account/account.svelte';
import { fetchFileSize } from '../../client/calls/call';
import type { AccountStores } from '../../client/account/account-stores.svelte';

/** Cached paths; the oldest are dropped first. */
const maxRemembered = 2000;

/**
 * Sizes of uploaded files, each fetched once, because the file behind a path never changes. One
 * instance per account.
 */
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
    // If there was no answer, the next message that links to the file fetches it again.
    void asking.then((size) => size === null && this.#asked.delete(path));
    const [first] = this.#asked.keys();
    if (this.#asked.size > maxRemembered && first !== undefined) this.#asked.delete(first);
    return asking;
  };
}
