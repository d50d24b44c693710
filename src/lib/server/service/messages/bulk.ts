import { sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { User } from '../model';
import type { Tx } from '../db/store';
import type { GroupsInside, Permissions, SystemGroups } from '../permissions/load';
import type { Conversation } from './recipients';
import type { MessageRow } from '../db/schema/messages';

/** People who receive a message with the same flags. */
export interface Receipt {
  readonly message_id: number;
  readonly flags: readonly string[];
  readonly user_ids: readonly number[];
}

/**
 * What sending many messages in one transaction shares: facts are read once for all, and messages
 * are written together by `flush`. Whoever reads messages in between flushes before. A refusal must
 * come before anything is written, so that the others are not lost with it.
 */
export class Bulk {
  readonly people = new Map<number, User>();
  readonly permissions = new Map<number, Permissions>();
  /** By realm. */
  readonly systemGroups = new Map<number, SystemGroups>();
  /** By realm. */
  readonly notificationBots = new Map<number, User | undefined>();
  /** By the ids where the search begins. */
  readonly groupsInside = new Map<string, GroupsInside>();
  readonly streams = new Map<number, StreamRow>();
  /** Active subscribers of a channel, ascending. */
  readonly subscribers = new Map<number, readonly number[]>();
  readonly channelRecipients = new Map<number, number>();
  /** By realm and participants, ascending. */
  readonly conversations = new Map<string, Conversation | undefined>();

  #messages: MessageRow[] = [];
  #receipts: Receipt[] = [];
  readonly #recipients = new Set<number>();
  #received = 0;

  /** `ids` are drawn from the sequence of messages, ascending; one is used for each message. */
  constructor(private readonly ids: number[]) {}

  /** How many people receive what was added so far: most of the work of writing it. */
  get received(): number {
    return this.#received;
  }

  nextId(): number {
    const id = this.ids.shift();
    if (id === undefined) throw new Error('more messages than ids were drawn for');
    return id;
  }

  add(message: MessageRow, receipts: readonly Receipt[]): void {
    this.#messages.push(message);
    this.#recipients.add(message.recipient_id);
    this.#receipts.push(...receipts);
    for (const { user_ids } of receipts) this.#received += user_ids.length;
  }

  /** Whether a message to this recipient was added. */
  holdsFor(recipient_id: number): boolean {
    return this.#recipients.has(recipient_id);
  }

  /** Writes what was added since the last time. */
  async flush(tx: Tx): Promise<void> {
    if (this.#messages.length === 0) return;
    const messages = JSON.stringify(this.#messages);
    const receipts = this.#receipts;
    this.#messages = [];
    this.#receipts = [];
    await tx.execute(sql`insert into messages (id, realm_id, sender_id, recipient_id, stream_id,
        topic, content, rendered_content, date_sent, client)
      select id, realm_id, sender_id, recipient_id, stream_id, topic, content, rendered_content,
        date_sent, client
      from json_to_recordset(${messages}::text::json) as row(id int, realm_id int, sender_id int,
        recipient_id int, stream_id int, topic text, content text, rendered_content text,
        date_sent timestamptz, client text)`);
    await insertReceipts(tx, receipts);
  }
}

/** One statement for the rows of all receivers. */
export async function insertReceipts(tx: Tx, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.execute(sql`insert into user_messages (user_id, message_id, flags)
    select unnest(user_ids), message_id, flags
    from json_to_recordset(${JSON.stringify(receipts)}::text::json)
      as row(message_id int, flags text[], user_ids int[])`);
}

/** What `known` holds for the key, else what is loaded, which it then holds. Loads where there is none. */
export async function once<K, V>(
  known: Map<K, V> | undefined,
  key: K,
  load: () => Promise<V>,
): Promise<V> {
  if (known?.has(key)) return known.get(key) as V;
  const value = await load();
  known?.set(key, value);
  return value;
}
