import { isGuest } from '$lib/api/roles';
import { and, asc, eq } from 'drizzle-orm';
import { loadChannelAccess } from '../channels/load';
import { announceVisibleChannels } from '../channels/visible-channels';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { requireCanAssignRole, isLastOwner } from '../permissions/manage-people';
import { announcePerson } from '../settings/announce';
import { announceNewRoleGroups } from './group-members';

/**
 * Changes a locked user's role and sends the events: to those who can see the user, to everyone who
 * can see the role groups, and to the user, for channels they can now see or no longer see.
 * Throws 400 if the caller can't do this, or the organization would have no owner left.
 */
export async function changeRole(
  context: ServiceContext,
  person: UserRow,
  next: UserRow['role'],
): Promise<UserRow> {
  const { tx, user } = context;
  requireCanAssignRole(user, person.role, next);
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
  await recordAuditedChange(context, {
    action: 'user.role_changed',
    modified_user_id: person.id,
    before: { role: person.role },
    after: { role: next },
  });
  // Deactivated users aren't listed in groups and see nothing.
  if (!person.is_active) return after!;
  await announceNewRoleGroups(context, person, after!);
  const now = await loadChannelAccess({ ...context, user: after! });
  const both = isGuest(person) !== isGuest(after!);
  await announceVisibleChannels(context, before, now, { both });
  if (both) await announceOwnDefaults(context, after!);
  return after!;
}

/** Guests have no default channels. */
async function announceOwnDefaults(
  { tx, realm, emit }: ServiceContext,
  person: UserRow,
): Promise<void> {
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
