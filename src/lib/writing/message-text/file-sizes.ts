import { fetchFileSize } from '../../client/calls/call';
import { accountStore } from '../../client/account/account-stores.svelte';

/** Cached paths; the oldest are dropped first. */
const maxRemembered = 2000;

/**
 * Sizes of uploaded files, each fetched once, because the file behind a path never changes. One
 * instance per account.
 */
export class FileSizes {
  readonly #requests = new Map<string, ReturnType<typeof fetchFileSize>>();

  constructor(private readonly account: string) {}

  of = (path: string): ReturnType<typeof fetchFileSize> => {
    const known = this.#requests.get(path);
    if (known) return known;
    const asking = fetchFileSize(this.account, path as `/${string}`);
    this.#requests.set(path, asking);
    // If there was no answer, the next message that links to the file fetches it again.
    void asking.then((size) => size === null && this.#requests.delete(path));
    const [first] = this.#requests.keys();
    if (this.#requests.size > maxRemembered && first !== undefined) this.#requests.delete(first);
    return asking;
  };
}

export const useFileSizes = accountStore(({ account }) => new FileSizes(account.id));
