import { sql } from 'drizzle-orm';
import { accessStream } from '../channels/load';
import { isRowId } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { readAnchor, readWindow } from '../messages/anchor';
import { announceFlags, changeFlag, checkFlag, setFlag } from '../messages/flags';
import { readEmptyTopic } from '../messages/send-permissions';
import { compileNarrow } from '../narrow/compile';
import { accessMessage } from '../narrow/find';
import { findNarrowPage } from '../narrow/page';
import { realmSettingOf } from '../realm/settings';

const maxMessageIds = 5000;
const read = { op: 'add', flag: 'read' } as const;

export const flagHandlers = {
  async updateMessageFlags(context, { messages, op, flag }) {
    checkFlag(flag);
    if (messages.length > maxMessageIds)
      throw badRequest(`Too many message IDs (maximum ${maxMessageIds})`);
    const ids = messages.filter(isRowId);
    if (op === 'add' && flag !== 'read' && ids.length < messages.length) {
      throw badRequest('Invalid message(s)');
    }
    const { ignored_stream_ids } = await changeFlag(context, { op, flag }, ids);
    return { messages, ignored_because_not_subscribed_channels: [...ignored_stream_ids] };
  },

  async updateMessageFlagsForNarrow(context, params) {
    const { op, flag } = params;
    checkFlag(flag);
    const window = readWindow(params);
    const narrow = await compileNarrow(context, params.narrow, 'history');
    const anchor = await readAnchor(context, params, narrow);
    const { ids, found_oldest, found_newest } = await findNarrowPage(context, narrow, {
      ...window,
      anchor,
    });
    const { changed, ignored_stream_ids } = await changeFlag(context, { op, flag }, ids);
    return {
      processed_count: ids.length,
      updated_count: changed.length,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      found_oldest,
      found_newest,
      ignored_because_not_subscribed_channels: [...ignored_stream_ids],
    };
  },

  /** One statement, so it always marks everything. */
  async markAllAsRead(context) {
    const changed = await setFlag(context, read, sql`true`);
    if (changed.length > 0) {
      context.emit({
        payload: {
          type: 'update_message_flags',
          op: 'add',
          operation: 'add',
          flag: 'read',
          messages: [],
          all: true,
        },
        audience: [context.user.id],
      });
    }
    return { complete: true };
  },

  async markStreamAsRead(context, { stream_id }) {
    const stream = await accessStream(context, stream_id);
    const where = sql`exists (select 1 from messages m
    where m.id = message_id and m.stream_id = ${stream.id}::int)`;
    await announceFlags(context, read, await setFlag(context, read, where));
  },

  async markTopicAsRead(context, { stream_id, topic_name }) {
    const stream = await accessStream(context, stream_id);
    const inTopic = sql`m.stream_id = ${stream.id}::int
    and fold_case(m.topic) = fold_case(${readEmptyTopic(topic_name.trim())})`;
    const [known] = await queryRows(
      context.tx,
      sql`select 1 from messages m join user_messages um
      on um.message_id = m.id and um.user_id = ${context.user.id}::int where ${inTopic} limit 1`,
    );
    if (!known) throw badRequest(`No such topic '${topic_name}'`);
    const where = sql`exists (select 1 from messages m where m.id = message_id and ${inTopic})`;
    await announceFlags(context, read, await setFlag(context, read, where));
  },

  /** Lists only users who share their read receipts. */
  async getReadReceipts(context, { message_id }) {
    const { row } = await accessMessage(context, message_id);
    if (!realmSettingOf(context.realm, 'enable_read_receipts')) {
      throw badRequest('Read receipts are disabled in this organization.');
    }
    const rows = await queryRows<{ id: number }>(
      context.tx,
      sql`select um.user_id as id from user_messages um join users u on u.id = um.user_id
      where um.message_id = ${row.id}::int and 'read' = any(um.flags)
        and um.user_id <> ${row.sender_id}::int and u.is_active
        and coalesce((u.settings ->> 'send_read_receipts')::boolean, true)
      order by um.user_id`,
    );
    return { user_ids: rows.map(({ id }) => id) };
  },
} satisfies Partial<OperationHandlers>;
