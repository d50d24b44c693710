import { and, eq } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { readersUnawareOf } from '../channels/readers';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { togglesResolved, type MessageMove } from './move-permissions';
import { sendToTopic } from './send';

export interface MoveNoticeOptions {
  readonly inOld: boolean;
  readonly inNew: boolean;
  readonly count: number;
  /** Whether the whole topic moved. */
  readonly whole: boolean;
}

/** Posts the Notification Bot's notices in the old and the new topic. */
export async function postMoveNotices(
  context: ServiceContext,
  move: MessageMove,
  notices: MoveNoticeOptions,
): Promise<void> {
  const { user } = context;
  const who = `@_**${user.full_name}|${user.id}**`;
  const { from, to, oldTopic, topic } = move;
  if (togglesResolved(move)) {
    const done = topic.length > oldTopic.length ? 'resolved' : 'unresolved';
    await post(context, to.id, topic, `${who} has marked this topic as ${done}.`);
    return;
  }
  const { whole, count } = notices;
  const subject = whole
    ? 'This topic was'
    : count === 1
      ? 'A message was'
      : `${count} messages were`;
  if (notices.inNew) {
    const place = await topicLinkFor(context, to, from, oldTopic);
    const text = `${subject} moved here from ${place} by ${who}.`;
    await post(context, to.id, topic, text);
  }
  if (notices.inOld) {
    const place = await topicLinkFor(context, from, to, topic);
    const text = `${subject} moved from this topic to ${place} by ${who}.`;
    await post(context, from.id, oldTopic, whole ? text.replace('from this topic ', '') : text);
  }
}

/**
 * Link to the other topic, or "another channel" if some readers of `here` can't know that channel.
 */
async function topicLinkFor(
  context: ServiceContext,
  here: StreamRow,
  there: StreamRow,
  topic: string,
): Promise<string> {
  const strangers = await readersUnawareOf(context, there, here);
  return strangers.size > 0 ? 'another channel' : link(there, topic);
}

function link({ name }: StreamRow, topic: string): string {
  return `#**${name}>${topic === '' ? emptyTopicName : topic}**`;
}

async function post(
  context: ServiceContext,
  stream_id: number,
  topic: string,
  content: string,
): Promise<void> {
  const { tx, realm } = context;
  const [bot] = await tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), eq(users.is_system_bot, true)));
  // Read again, because the move may have changed which message is the first.
  const [stream] = await tx.select().from(streams).where(eq(streams.id, stream_id));
  if (!bot || !stream) return;
  await sendToTopic(
    { ...context, user: bot, request: { ...context.request, client: 'Internal' } },
    stream,
    topic,
    {
      content,
      readBySender: true,
    },
  );
}
