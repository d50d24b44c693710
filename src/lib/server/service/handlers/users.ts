import { isAdministrator, isGuest, userRole, type UserRole } from '$lib/api/roles';
import { eq, inArray, sql } from 'drizzle-orm';
import { createApiKey } from '../api-keys';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { userMessages } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { mapWithPauses } from '../pauses';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import type { UserRow } from '../model';
import { loadProfileData } from '../users/profile-data';
import { endAllSessionsOfKey } from '../sessions';
import { apiEmail } from '../users/email';
import { findUserByEmail, findUserById } from '../users/find-user';
import { listVisibleUsers } from '../users/visible';
import { wireAvatarUrl, isoTime, wireUser } from '../users/wire';

interface View {
  readonly client_gravatar?: boolean | undefined;
  readonly include_custom_profile_fields?: boolean | undefined;
  /** If set, lists only these users. */
  readonly user_ids?: readonly number[] | undefined;
}

async function wireWith(context: ServiceContext, params: View, found: readonly UserRow[]) {
  const profiles = params.include_custom_profile_fields
    ? await loadProfileData(context, params.user_ids && found.map(({ id }) => id))
    : undefined;
  const { user: viewer, baseUrl } = context;
  const view = { viewer, baseUrl, clientGravatar: params.client_gravatar ?? true, profiles };
  return (user: UserRow) => ({ ...wireUser(user, view), role: user.role as UserRole });
}

async function wireOne(context: ServiceContext, params: View, found: UserRow) {
  const wire = await wireWith(context, { ...params, user_ids: [found.id] }, [found]);
  return { user: wire(found) };
}

const noSuchUser = () => badRequest('No such user');

export const userHandlers = {
  async getOwnUser(context) {
    const { tx, user, baseUrl } = context;
    const [last] = await tx
      .select({ id: sql<number | null>`max(${userMessages.message_id})` })
      .from(userMessages)
      .where(eq(userMessages.user_id, user.id));
    const profiles = await loadProfileData(context, [user.id]);
    const own = {
      user_id: user.id,
      email: apiEmail(user, baseUrl),
      delivery_email: user.delivery_email,
      full_name: user.full_name,
      avatar_url: wireAvatarUrl(user, { baseUrl, clientGravatar: false }),
      avatar_version: user.avatar_version,
      role: user.role as UserRole,
      is_owner: user.role === userRole.owner,
      is_admin: isAdministrator(user),
      is_guest: isGuest(user),
      is_bot: user.is_bot,
      is_active: user.is_active,
      timezone: user.timezone,
      date_joined: isoTime(user.date_joined),
      max_message_id: last?.id ?? -1,
      ...(!user.is_bot && { profile_data: profiles.get(user.id) ?? {} }),
    };
    return own;
  },

  async getUsers(context, params) {
    const user_ids = params.user_ids?.filter(isRowId);
    if (user_ids?.length === 0) return { members: [] };
    const found = await listVisibleUsers(context, user_ids && inArray(users.id, user_ids));
    const wire = await wireWith(context, { ...params, user_ids }, found);
    return { members: await mapWithPauses(found, wire) };
  },

  async getUser(context, params) {
    const found = await findUserById(context, params.user_id);
    if (!found) throw noSuchUser();
    return wireOne(context, params, found);
  },

  async getUserByEmail(context, params) {
    const found = await findUserByEmail(context, params.email);
    if (!found) throw noSuchUser();
    return wireOne(context, params, found);
  },

  /**
   * The old key stops working immediately, and everything it opened ends except the current session.
   */
  async regenerateApiKey(context) {
    const { tx, user } = context;
    const api_key = createApiKey();
    await tx.update(users).set({ api_key }).where(eq(users.id, user.id));
    const ended = await endAllSessionsOfKey(context);
    return new AfterCommit(async ({ polls }) => {
      await polls.end(ended);
      return { api_key };
    });
  },
} satisfies Partial<OperationHandlers>;
