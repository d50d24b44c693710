import { SvelteMap } from 'svelte/reactivity';
import { getAttachments, getFileTemporaryUrl } from '../../api/attachments';
import { ApiError } from '../../api/errors';
import type { Account } from '../../client/account/account.svelte';
import { readOptional } from '../../client/account/optional-reads';
import { fileLinksOf, type FileLink } from './file-links';

/** `gone`: servers remove files that no message links for weeks. `hidden`: one may not see it. */
export type MissingReason = 'gone' | 'hidden';

export interface MissingFile {
  readonly link: FileLink;
  readonly what: MissingReason;
}

const address = /^\/user_uploads\/(\d+)\/([^?#]+)/;

/**
 * Which of the files that texts link are missing. One's own are looked up in their list, which is read
 * once; the server is asked about each other one. Reactive: what is not known yet is not missing.
 */
export class LinkedFiles {
  readonly #missing = new SvelteMap<string, MissingReason>();
  readonly #asked = new Set<string>();
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly account: Account) {}

  /** Asks about links that it has not been shown before. For an effect: it goes on once connected. */
  look(texts: readonly string[]): void {
    if (this.account.connection.kind !== 'online') return;
    const linked = texts.flatMap((text) =>
      text.includes('](/user_uploads/') ? fileLinksOf(text) : [],
    );
    const fresh = new Set(linked.map(({ url }) => url).filter((url) => !this.#asked.has(url)));
    if (fresh.size === 0) return;
    for (const url of fresh) this.#asked.add(url);
    this.#turn = this.#turn.then(() => this.#ask([...fresh]));
  }

  /** In the order in which they are linked. */
  missingIn(text: string): readonly MissingFile[] {
    if (this.#missing.size === 0) return [];
    return fileLinksOf(text).flatMap((link) => {
      const what = this.#missing.get(link.url);
      return what ? [{ link, what }] : [];
    });
  }

  /** Never rejects. What could not be asked is asked about when it is shown again. */
  async #ask(urls: readonly string[]): Promise<void> {
    const own = await this.#own();
    for (const url of urls) {
      const path_id = pathOf(url);
      if (path_id === null || own?.has(path_id)) continue;
      const what = own && (await this.#find(path_id));
      if (what === null) this.#asked.delete(url);
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

  /** Null: nobody can tell. */
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
