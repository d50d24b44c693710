import type { DBSchema, IDBPDatabase } from 'idb';
import type { Message } from '../../api/read-messages';
import { eraseDatabase } from '../../client/storage/erase-database';
import { openDatabase } from '../../client/storage/open-database';
import { conversationKey, recipientOfMessage } from '../recipients/conversation-key';
import { accountStore } from '../../client/account/account-stores.svelte';

/** A message as this device last saw it. */
export interface CachedMessage {
  readonly id: number;
  readonly message: Message;
  /** Event queue that has sent its changes since `at`, when it was read, in UNIX milliseconds. */
  readonly queue: string;
  readonly at: number;
  /** `conversationKey` of its conversation. */
  readonly place: string;
}

/** Time until which the events of a queue have been applied, in UNIX milliseconds. */
interface QueueProgress {
  readonly queue: string;
  readonly at: number;
}

interface Schema extends DBSchema {
  messages: { key: number; value: CachedMessage; indexes: { place: string } };
  heard: { key: 'last'; value: QueueProgress };
}

export interface CachedMessages {
  readonly messages: readonly Message[];
  /** Time at which all of them were current, in UNIX milliseconds. */
  readonly at: number;
}

export const messageDatabasePrefix = 'inkwell.message-cache.';
/** Caches of builds before there was an index of conversations. Nothing reads them any more. */
export const olderMessageDatabasePrefix = 'inkwell.messages.';
const nameOf = (account: string) => `${messageDatabasePrefix}${account}`;

/**
 * Cached messages of one account on this device, to read offline. The cache can disappear at any
 * time; if the browser has no storage, it is empty and nothing fails.
 */
export class OfflineMessageCache {
  #db: Promise<IDBPDatabase<Schema> | null> | null = null;
  #isClosed = false;

  constructor(
    private readonly account: string,
    /** The user's id, to tell direct messages apart. Undefined until it is known. */
    private readonly own: () => number | undefined = () => undefined,
  ) {}

  /** Ascending; undefined if none of them is cached. */
  async find(wanted: (message: Message) => boolean): Promise<CachedMessages | undefined> {
    return this.#try(async (db) => {
      const [all, progress] = await Promise.all([db.getAll('messages'), db.get('heard', 'last')]);
      return toCachedMessages(
        all.filter((one) => isCachedMessage(one) && wanted(one.message)),
        progress,
      );
    });
  }

  /** The same for the conversation with this `conversationKey`, however much is cached. */
  async findConversation(place: string): Promise<CachedMessages | undefined> {
    return this.#try(async (db) => {
      const [all, progress] = await Promise.all([
        db.getAllFromIndex('messages', 'place', place),
        db.get('heard', 'last'),
      ]);
      return toCachedMessages(all.filter(isCachedMessage), progress);
    });
  }

  async byId(ids: readonly number[]): Promise<ReadonlyMap<number, Message>> {
    const found = await this.#try(async (db) => {
      const { store } = db.transaction('messages');
      return Promise.all(ids.map((id) => store.get(id)));
    });
    return new Map(found?.flatMap((one) => (isCachedMessage(one) ? [[one.id, one.message]] : [])));
  }

  async all(): Promise<readonly CachedMessage[]> {
    return (await this.#try((db) => db.getAll('messages')))?.filter(isCachedMessage) ?? [];
  }

  /** Caches messages as just read from the server, replacing older copies. */
  async put(messages: readonly Message[], queue: string): Promise<void> {
    const at = Date.now();
    await this.#try(async (db) => {
      const tx = db.transaction('messages', 'readwrite');
      await Promise.all([
        ...messages.map((message) => tx.store.put(this.#row(message, { queue, at }))),
        tx.done,
      ]);
    });
  }

  /**
   * Changes the cached ones among `ids`, or all if undefined. Returning null deletes the message.
   */
  async change(
    ids: readonly number[] | undefined,
    change: (message: Message) => Message | null,
  ): Promise<void> {
    await this.#try(async (db) => {
      const tx = db.transaction('messages', 'readwrite');
      const rows = ids
        ? await Promise.all(ids.map((id) => tx.store.get(id)))
        : await tx.store.getAll();
      for (const row of rows) {
        if (!isCachedMessage(row)) continue;
        const message = change(row.message);
        if (message === null) await tx.store.delete(row.id);
        else if (message !== row.message) await tx.store.put(this.#row(message, row));
      }
      await tx.done;
    });
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.#try(async (db) => {
      const tx = db.transaction('messages', 'readwrite');
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
    });
  }

  /** Records that all events of this queue so far are applied. */
  async markCurrent(queue: string): Promise<void> {
    await this.#try((db) => db.put('heard', { queue, at: Date.now() }, 'last'));
  }

  /** Part of signing out: deletes the cache and stops caching. */
  async erase(): Promise<void> {
    this.#isClosed = true;
    (await this.#db)?.close();
    await eraseDatabase(nameOf(this.account));
  }

  #row(message: Message, { queue, at }: Pick<CachedMessage, 'queue' | 'at'>): CachedMessage {
    const place = conversationKey(recipientOfMessage(message, this.own()));
    return { id: message.id, message, queue, at, place };
  }

  async #try<T>(use: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
    if (this.#isClosed) return undefined;
    this.#db ??= openDatabase<Schema>(nameOf(this.account), ['messages', 'heard'], (opened) => {
      const messages = opened.createObjectStore('messages', { keyPath: 'id' });
      messages.createIndex('place', 'place');
      opened.createObjectStore('heard');
    }).catch(() => null);
    try {
      const db = await this.#db;
      return db ? await use(db) : undefined;
    } catch {
      return undefined;
    }
  }
}

/**
 * A row of another build or a corrupt one counts as missing. It is only a copy and will be fetched
 * again.
 */
function isCachedMessage(value: unknown): value is CachedMessage {
  const { id, message, at } = (value ?? {}) as Partial<CachedMessage>;
  if (typeof id !== 'number' || typeof at !== 'number') return false;
  if (typeof message !== 'object' || message === null) return false;
  const { content, flags, reactions, type } = message as Partial<Message>;
  return (
    typeof content === 'string' &&
    Array.isArray(flags) &&
    Array.isArray(reactions) &&
    (type === 'stream' || type === 'private')
  );
}

function toCachedMessages(
  rows: readonly CachedMessage[],
  progress: QueueProgress | undefined,
): CachedMessages | undefined {
  if (rows.length === 0) return undefined;
  const times = rows.map(({ queue, at }) =>
    queue === progress?.queue ? Math.max(at, progress.at) : at,
  );
  const messages = rows.map(({ message }) => message);
  // No spread into Math.min: there can be thousands.
  return { messages, at: times.reduce((oldest, time) => Math.min(oldest, time)) };
}

export const useOfflineMessageCache = accountStore(
  ({ account }) => new OfflineMessageCache(account.id, () => account.user_id),
);
