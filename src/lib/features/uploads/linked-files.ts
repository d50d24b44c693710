import { SvelteMap } from 'svelte/reactivity';
import { getAttachments, getFileTemporaryUrl } from '../../api/attachments';
import { ApiError } from '../../api/errors';
import type { Account } from '../../client/account/account.svelte';
import { readOptional } from '../../client/account/optional-reads';
import { fileLinksOf, type FileLink } from './file-links';

/**
 * `gone`: servers delete files that no message links for weeks. `hidden`: the user has no access.
 */
export type MissingReason = 'gone' | 'hidden';

export interface MissingFile {
  readonly link: FileLink;
  readonly what: MissingReason;
}

const address = /^\/user_uploads\/(\d+)\/([^?#]+)/;

/**
 * Finds missing files among those linked in texts. The user's own are looked up in one list, and
 * the server is asked about each other one. Reactive: unknown files don't count as missing.
 */
export class LinkedFiles {
  readonly #missing = new SvelteMap<string, MissingReason>();
  readonly #requested = new Set<string>();
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly account: Account) {}

  /** Looks up links that are new. Call in an effect, which runs again once connected. */
  look(texts: readonly string[]): void {
    if (this.account.connection.kind !== 'online') return;
    const linked = texts.flatMap((text) =>
      text.includes('](/user_uploads/') ? fileLinksOf(text) : [],
    );
    const fresh = new Set(linked.map(({ url }) => url).filter((url) => !this.#requested.has(url)));
    if (fresh.size === 0) return;
    for (const url of fresh) this.#requested.add(url);
    this.#turn = this.#turn.then(() => this.#ask([...fresh]));
  }

  /** In the order of their links. */
  missingIn(text: string): readonly MissingFile[] {
    if (this.#missing.size === 0) return [];
    return fileLinksOf(text).flatMap((link) => {
      const what = this.#missing.get(link.url);
      return what ? [{ link, what }] : [];
    });
  }

  /** Never rejects. Lookups that failed are repeated when the link is shown again. */
  async #ask(urls: readonly string[]): Promise<void> {
    const own = await this.#own();
    for (const url of urls) {
      const path_id = pathOf(url);
      if (path_id === null || own?.has(path_id)) continue;
      const what = own && (await this.#find(path_id));
      if (what === null) this.#requested.delete(url);
      else if (what !== 'there') this.#missing.set(url, what);
    }
  }

  async #own(): Promise<ReadonlySet<string> | null> {
    try {
      const { attachments } = await readOptional(this.account, getAttachments, {});
      return new Set(attachments.map(({ path_id }) => path_id));
    } catch {
      return null;
    }
  }

  /** Null if unknown. */
  async #find(path_id: string): Promise<MissingReason | 'there' | null> {
    const [realm, ...rest] = path_id.split('/');
    const filename = rest.join('/');
    try {
      await readOptional(this.account, getFileTemporaryUrl, {
        realm_id_str: Number(realm),
        filename,
      });
      return 'there';
    } catch (failure) {
      if (!(failure instanceof ApiError)) return null;
      if (failure.status === 404) return 'gone';
      return failure.status === 403 ? 'hidden' : null;
    }
  }
}

function pathOf(url: string): string | null {
  const [, realm, rest] = address.exec(url) ?? [];
  try {
    return rest === undefined ? null : `${realm}/${decodeURIComponent(rest)}`;
  } catch {
    return null;
  }
}
