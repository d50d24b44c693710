import { and, asc, eq, ne } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf } from '../db/ids';
import { users } from '../db/schema/users';
import { notifyEach } from '../messages/notify-each';
import type { GroupRow } from './find';

/**
 * Up to this many users each get a message. More are a reorganization, which is announced in other
 * ways.
 */
const maxNotices = 500;

/** The Notification Bot sends a message to users whom someone else added to a group or removed. */
export async function postMembershipNotices(
  context: ServiceContext,
  group: Pick<GroupRow, 'name'>,
  change: 'added' | 'removed',
  user_ids: readonly number[],
): Promise<void> {
  const { tx, user } = context;
  const others = user_ids.filter((id) => id !== user.id);
  if (others.length === 0 || others.length > maxNotices) return;
  const people = await tx
    .select()
    .from(users)
    .where(and(anyOf(users.id, others), eq(users.is_active, true), ne(users.is_bot, true)))
    .orderBy(asc(users.id));
  const who = `@_**${user.full_name}|${user.id}**`;
  const content =
    change === 'added'
      ? `${who} added you to the group @_*${group.name}*.`
      : `${who} removed you from the group @_*${group.name}*.`;
  await notifyEach(context, people, content);
}
