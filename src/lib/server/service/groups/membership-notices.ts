import { and, asc, eq, ne } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf } from '../db/ids';
import { users } from '../db/schema/users';
import { notifyEach } from '../messages/notify-each';
import type { GroupRow } from './find';

/** Of so many at once each is written to; more are a reorganization, which is told otherwise. */
const maxNotices = 500;

/** The Notification Bot tells people whom somebody else has put into a group, or taken out. */
export async function postMembershipNotices(
  context: ServiceContext,
  group: Pick<GroupRow, 'name'>,
  deed: 'added' | 'removed',
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
    deed === 'added'
      ? `${who} added you to the group @_*${group.name}*.`
      : `${who} removed you from the group @_*${group.name}*.`;
  await notifyEach(context, people, content);
}
