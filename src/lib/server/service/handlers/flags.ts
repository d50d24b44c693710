import type * as api from '$lib/api/flags';
import { sql } from 'drizzle-orm';
import { accessStream } from '../channels/load';
import { isRowId } from '../db/ids';
import { rowsOf } from '../db/rows';
import { badRequest } from '../failure';
import type { Handler } from '../handler';
import { readAnchor, readWindow } from '../messages/anchor';
import { announceFlags, changeFlag, checkFlag, setFlag } from '../messages/flags';
import { readEmptyTopic } from '../messages/may-send';
import { compileNarrow } from '../narrow/compile';
import { accessMessage } from '../narrow/find';
import { findPage } from '../narrow/page';
import { realmSetting } from '../realm/settings';

const mostIds = 5000;
const read = { op: 'add', flag: 'read' } as const;

const updateMessageFlags: Handler<typeof api.updateMessageFlags> = async (
  context,
  { messages, op, flag },
) => {
  checkFlag(flag);
  if (messages.length > mostIds) throw badRequest(`Too many message IDs (maximum ${mostIds})`);
  const ids = messages.filter(isRowId);
  if (op === 'add' && flag !== 'read' && ids.length < messages.length) {
    throw badRequest('Invalid message(s)');
  }
  const { ignored_stream_ids } = await changeFlag(context, { op, flag }, ids);
  return { messages, ignored_because_not_subscribed_channels: [...ignored_stream_ids] };
};

const updateMessageFlagsForNarrow: Handler<typeof api.updateMessageFlagsForNarrow> = async (
  context,
  params,
) => {
  const { op, flag } = params;
  checkFlag(flag);
  const asked = readWindow(params);
  const narrow = await compileNarrow(context, params.narrow, 'history');
  const anchor = await readAnchor(context, params, narrow);
  const { ids, found_oldest, found_newest } = await findPage(context, narrow, { ...asked, anchor });
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
};

/** One statement, so it is always complete. */
const markAllAsRead: Handler<typeof api.markAllAsRead> = async (context) => {
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
};

const markStreamAsRead: Handler<typeof api.markStreamAsRead> = async (context, { stream_id }) => {
  const stream = await accessStream(context, stream_id);
  const where = sql`exists (select 1 from messages m
    where m.id = message_id and m.stream_id = ${stream.id}::int)`;
  await announceFlags(context, read, await setFlag(context, read, where));
  return {};
};

const markTopicAsRead: Handler<typeof api.markTopicAsRead> = async (
  context,
  { stream_id, topic_name },
) => {
  const stream = await accessStream(context, stream_id);
  const inTopic = sql`m.stream_id = ${stream.id}::int
    and fold_case(m.topic) = fold_case(${readEmptyTopic(topic_name.trim())})`;
  const [known] = await rowsOf(
    context.tx,
    sql`select 1 from messages m join user_messages um
      on um.message_id = m.id and um.user_id = ${context.user.id}::int where ${inTopic} limit 1`,
  );
  if (!known) throw badRequest(`No such topic '${topic_name}'`);
  const where = sql`exists (select 1 from messages m where m.id = message_id and ${inTopic})`;
  await announceFlags(context, read, await setFlag(context, read, where));
  return {};
};

/** Those who let others know what they read. */
const getReadReceipts: Handler<typeof api.getReadReceipts> = async (context, { message_id }) => {
  const { row } = await accessMessage(context, message_id);
  if (!realmSetting(context.realm, 'enable_read_receipts')) {
    throw badRequest('Read receipts are disabled in this organization.');
  }
  const rows = await rowsOf<{ id: number }>(
    context.tx,
    sql`select um.user_id as id from user_messages um join users u on u.id = um.user_id
      where um.message_id = ${row.id}::int and 'read' = any(um.flags)
        and um.user_id <> ${row.sender_id}::int and u.is_active
        and coalesce((u.settings ->> 'send_read_receipts')::boolean, true)
      order by um.user_id`,
  );
  return { user_ids: rows.map(({ id }) => id) };
};

export const flagHandlers = {
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  getReadReceipts,
};
