import { canCreateChannel } from '$lib/api/permissions/channel';
import { isAdministrator, isGuest, userRole } from '$lib/api/roles';
import { and, asc, eq, sql } from 'drizzle-orm';
import { wireBot } from '../bots/announce';
import type { ServiceContext } from '../context';
import { readTogether } from '../db/combine-selects';
import { queryManyRows } from '../db/many-rows';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { realmSettingOf } from '../realm/settings';
import { loadProfileData } from '../users/profile-data';
import { apiEmail, gravatarUrl, placeholderEmail } from '../users/email';
import { avatarSource, unknownName, wireUser, type UserView } from '../users/wire';
import { createPauses } from '../pauses';
import { JsonList } from '../request/json-list';
import type { StateReader, StateScope } from './scope';

function systemBots({ tx, realm }: ServiceContext): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(and(eq(users.realm_id, realm.id), eq(users.is_system_bot, true)))
    .orderBy(asc(users.id));
}

/** The account's own data and permissions, at the top level of the state. */
async function ownFields(scope: StateScope) {
  const { user, realm, baseUrl, service } = scope.context;
  const permissions = await scope.permissions();
  const publicStreams = canCreateChannel(permissions, { invite_only: false });
  const privateStreams = canCreateChannel(permissions, { invite_only: true });
  const webPublicStreams =
    service.server.webPublicStreams &&
    realmSettingOf(realm, 'enable_spectator_access') &&
    canCreateChannel(permissions, { invite_only: false, is_web_public: true });
  return {
    user_id: user.id,
    email: apiEmail(user, baseUrl),
    delivery_email: user.delivery_email,
    full_name: user.full_name,
    avatar_source: avatarSource(user),
    avatar_url: user.avatar_url ?? gravatarUrl(user, baseUrl),
    avatar_url_medium: user.avatar_url ?? gravatarUrl(user, baseUrl, true),
    is_admin: isAdministrator(user),
    is_owner: user.role === userRole.owner,
    is_moderator: user.role === userRole.moderator,
    is_guest: isGuest(user),
    can_create_streams: publicStreams || privateStreams || webPublicStreams,
    can_create_public_streams: publicStreams,
    can_create_private_streams: privateStreams,
    can_create_web_public_streams: webPublicStreams,
    can_subscribe_other_users: permissions.realmHas('can_add_subscribers_group'),
    can_invite_others_to_realm: permissions.realmHas('can_invite_users_group'),
  };
}

async function userState(scope: StateScope) {
  const { context, options } = scope;
  const [profiles, visible, bots] = await readTogether([
    loadProfileData(context),
    scope.users(),
    systemBots(context),
  ]);
  const view: UserView = {
    viewer: context.user,
    baseUrl: context.baseUrl,
    clientGravatar: options.client_gravatar,
    profiles,
  };
  const realm_users = new JsonList();
  const realm_non_active_users = new JsonList();
  const pause = createPauses();
  for (const user of visible) {
    await pause();
    (user.is_active ? realm_users : realm_non_active_users).add(wireUser(user, view));
  }
  const listsAll =
    scope.has('user_list_incomplete') ||
    (await scope.permissions()).realmHas('can_access_all_users_group');
  const hidden = listsAll ? [] : await hiddenUsers(context, visible, view);
  for (const user of hidden) realm_users.add(user);
  return {
    realm_users,
    realm_non_active_users,
    // Clients don't compute these pictures, because the bots' addresses aren't real.
    cross_realm_bots: bots.map((bot) => ({
      ...wireUser(bot, { ...view, clientGravatar: false }),
      is_system_bot: true,
    })),
    ...(await ownFields(scope)),
  };
}

/** People whom the caller can't see, for clients that need an entry for every id. */
async function hiddenUsers(
  { tx, realm }: ServiceContext,
  visible: readonly UserRow[],
  view: UserView,
) {
  const known = new Set(visible.map(({ id }) => id));
  const all = await queryManyRows<{ id: number }>(
    tx,
    ['id'],
    sql`select id from users where realm_id = ${realm.id} and not is_system_bot`,
  );
  const epoch = new Date(0);
  return all
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => {
      const email = placeholderEmail(id, view.baseUrl);
      const nobody = {
        ...view.viewer,
        id,
        delivery_email: email,
        full_name: unknownName,
        role: userRole.member,
        is_bot: false,
        bot_type: null,
        bot_owner_id: null,
        is_active: true,
        timezone: '',
        date_joined: epoch,
        avatar_url: null,
        avatar_version: 1,
        settings: { email_address_visibility: 4 },
      };
      return { ...wireUser(nobody, view), avatar_url: gravatarUrl(nobody, view.baseUrl) };
    });
}

export const userStates: Readonly<Record<string, StateReader>> = {
  realm_user: userState,
  realm_bot: async ({ context: { tx, realm, user, baseUrl } }) => {
    const mine = isAdministrator(user) ? undefined : eq(users.bot_owner_id, user.id);
    const bots = await tx
      .select()
      .from(users)
      .where(
        and(
          eq(users.realm_id, realm.id),
          eq(users.is_bot, true),
          eq(users.is_system_bot, false),
          mine,
        ),
      )
      .orderBy(asc(users.id));
    return {
      realm_bots: bots.map((bot) => wireBot(bot, baseUrl)),
    };
  },
};
