import { getTableName, sql } from 'drizzle-orm';
import { queryRows } from './query-rows';
import { attachmentMessages } from './schema/files';
import { messages, userMessages, type StoredMessage } from './schema/messages';
import { reactions } from './schema/reactions';
import { submessages } from './schema/submessages';
import type { DatabaseTransaction } from './store';

export type NewMessageRow = Omit<
  StoredMessage,
  'id' | 'last_edit_time' | 'last_moved_time' | 'edit_history'
>;

/** Values of a new message. */
const never = { last_edit_time: null, last_moved_time: null, edit_history: null };

/** Users who receive a message with the same flags. */
export interface DeliveryGroup {
  readonly flags: readonly string[];
  readonly user_ids: readonly number[];
}

/** Writes messages within one transaction. */
export interface MessageWriter {
  /** Writes a message and one row per receiver. */
  write(message: NewMessageRow, receipts: readonly DeliveryGroup[]): Promise<StoredMessage>;
  /** Whether this transaction wrote a message to the recipient. */
  hasWrittenTo(recipient_id: number): boolean;
}

/** Writes each message immediately, with one statement. */
export class SingleWriter implements MessageWriter {
  readonly #recipients = new Set<number>();

  constructor(private readonly tx: DatabaseTransaction) {}

  async write(message: NewMessageRow, receipts: readonly DeliveryGroup[]): Promise<StoredMessage> {
    const inserted = this.tx.insert(messages).values(message).returning({ id: messages.id });
    const [row] = await queryRows<{ id: number }>(
      this.tx,
      sql`with message as ${inserted}, received as (
          insert into user_messages (user_id, message_id, flags)
          select unnest(user_ids), message.id, flags
          from message, json_to_recordset(${JSON.stringify(receipts)}::text::json)
            as row(flags text[], user_ids int[])
        )
        select id from message`,
    );
    this.#recipients.add(message.recipient_id);
    return { ...message, ...never, id: row!.id };
  }

  hasWrittenTo(recipient_id: number): boolean {
    return this.#recipients.has(recipient_id);
  }
}

/**
 * Holds messages back and writes many with two statements: before the next statement that could
 * depend on them, and at the end (`flush`). Check a message before writing it: once passed to
 * `write`, it is sent with the others.
 */
export class BatchWriter implements MessageWriter {
  #messages: StoredMessage[] = [];
  #receipts: AddressedGroup[] = [];
  readonly #recipients = new Set<number>();
  #received = 0;
  #ids: number[] = [];
  #flushed = Promise.resolve();

  /** Draws the ids of `expected` messages with one statement. */
  constructor(
    private readonly tx: DatabaseTransaction,
    private readonly expected: number,
  ) {}

  /** Number of receivers of all messages so far. Most of the work of writing depends on it. */
  get received(): number {
    return this.#received;
  }

  async write(message: NewMessageRow, receipts: readonly DeliveryGroup[]): Promise<StoredMessage> {
    if (this.#ids.length === 0) this.#ids = await drawIds(this.tx, this.expected);
    const row = { ...message, ...never, id: this.#ids.shift()! };
    this.#messages.push(row);
    this.#receipts.push(...addressed(row.id, receipts));
    this.#recipients.add(row.recipient_id);
    for (const { user_ids } of receipts) this.#received += user_ids.length;
    return row;
  }

  hasWrittenTo(recipient_id: number): boolean {
    return this.#recipients.has(recipient_id);
  }

  /** Call with each statement of the transaction before it runs. */
  flushFor(statement: string): Promise<void> | void {
    if (ofMessages.test(statement)) return this.flush();
  }

  /** Writes the held-back messages. */
  flush(): Promise<void> {
    // Flushes run one after the other, so a statement also waits for a flush already in progress.
    this.#flushed = this.#flushed.then(() => this.#write());
    return this.#flushed;
  }

  async #write(): Promise<void> {
    if (this.#messages.length === 0) return;
    const rows = JSON.stringify(this.#messages);
    const receipts = this.#receipts;
    this.#messages = [];
    this.#receipts = [];
    await this.tx.execute(sql`insert into messages (id, realm_id, sender_id, recipient_id,
        stream_id, topic, content, rendered_content, date_sent, client)
      select id, realm_id, sender_id, recipient_id, stream_id, topic, content, rendered_content,
        date_sent, client
      from json_to_recordset(${rows}::text::json) as row(id int, realm_id int, sender_id int,
        recipient_id int, stream_id int, topic text, content text, rendered_content text,
        date_sent timestamptz, client text)`);
    await insertUserMessages(this.tx, receipts);
  }
}

/** The messages table, and all tables that refer to it. */
export const messageTables = [messages, userMessages, attachmentMessages, reactions, submessages];
const ofMessages = new RegExp(`\\b(?:${messageTables.map(getTableName).join('|')})\\b`);

interface AddressedGroup extends DeliveryGroup {
  readonly message_id: number;
}

function addressed(message_id: number, receipts: readonly DeliveryGroup[]): AddressedGroup[] {
  return receipts.map((receipt) => ({ ...receipt, message_id }));
}

/** Inserts the rows of all receivers with one statement. */
async function insertUserMessages(
  tx: DatabaseTransaction,
  receipts: readonly AddressedGroup[],
): Promise<void> {
  if (receipts.length === 0) return;
  await tx.execute(sql`insert into user_messages (user_id, message_id, flags)
    select unnest(user_ids), message_id, flags
    from json_to_recordset(${JSON.stringify(receipts)}::text::json)
      as row(message_id int, flags text[], user_ids int[])`);
}

/** Draws ids from the sequence of messages, ascending. */
async function drawIds(tx: DatabaseTransaction, count: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('messages', 'id'))::int as id
      from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}
