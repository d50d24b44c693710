import { and, asc, eq } from 'drizzle-orm';
import { loadChannelAccess } from '../channels/load';
import { announceOwnSight } from '../channels/sight-of-person';
import { recordChange } from '../audit/record';
import type { Context } from '../context';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { User } from '../model';
import { checkMayGiveRole, isLastOwner } from '../permissions/people';
import { isGuest } from '../permissions/roles';
import { announcePerson } from '../settings/announce';
import { announceNewRoleGroups } from './group-members';

/**
 * Gives somebody, locked, another role, and tells it: to those who know of them, to all who see the
 * groups of roles, and to themselves which channels they see now.
 * Throws 400 where the caller may not, or nobody would be left to own the organization.
 */
export async function changeRole(
  context: Context,
  person: User,
  next: User['role'],
): Promise<User> {
  const { tx, user } = context;
  checkMayGiveRole(user, person.role, next);
  if (await isLastOwner(context, person)) {
    throw badRequest('The owner permission cannot be removed from the only organization owner.');
  }
  const before = await loadChannelAccess({ ...context, user: person });
  const [after] = await tx
    .update(users)
    .set({ role: next })
    .where(eq(users.id, person.id))
    .returning();
  await announcePerson(context, after!, { role: next });
  await recordChange(context, {
    action: 'user.role_changed',
    modified_user_id: person.id,
    before: { role: person.role },
    after: { role: next },
  });
  // Groups list nobody who is deactivated, and such a one sees nothing.
  if (!person.is_active) return after!;
  await announceNewRoleGroups(context, person, after!);
  const now = await loadChannelAccess({ ...context, user: after! });
  const both = isGuest(person) !== isGuest(after!);
  await announceOwnSight(context, before, now, { both });
  if (both) await announceOwnDefaults(context, after!);
  return after!;
}

/** Guests have no default channels. */
async function announceOwnDefaults({ tx, realm, emit }: Context, person: User): Promise<void> {
  const rows = isGuest(person)
    ? []
    : await tx
        .select({ id: streams.id })
        .from(streams)
        .where(
          and(
            eq(streams.realm_id, realm.id),
            eq(streams.is_default, true),
            eq(streams.is_archived, false),
          ),
        )
        .orderBy(asc(streams.id));
  const payload = { type: 'default_streams', default_streams: rows.map(({ id }) => id) };
  emit({ payload, audience: [person.id] });
}
