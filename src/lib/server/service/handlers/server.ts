import type {
  fetchApiKey as FetchApiKey,
  getServerSettings as GetServerSettings,
} from '$lib/api/server';
import { and, eq, sql } from 'drizzle-orm';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { AfterCommit, type Handler } from '../handler';
import { render } from '../markdown/render';
import { noReferences } from '../markdown/state';
import type { Realm } from '../model';
import { verifyPassword } from '../passwords';
import { realmPictureUrl } from '../realm/pictures';
import { versions } from '../versions';

/** https://zulip.com/api/get-server-settings. Without an organization its fields are absent. */
const getServerSettings: Handler<typeof GetServerSettings> = ({ realm, baseUrl }) =>
  Promise.resolve({
    ...versions,
    authentication_methods: {
      password: true,
      dev: false,
      email: true,
      ldap: false,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      google: false,
      apple: false,
      saml: false,
      'openid connect': false,
    },
    external_authentication_methods: [],
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    ...(realm && organizationFields(realm, baseUrl)),
  });

function organizationFields(realm: Realm, baseUrl: string) {
  return {
    realm_uri: baseUrl,
    realm_url: baseUrl,
    realm_name: realm.name,
    realm_icon: realmPictureUrl(realm, 'icon'),
    realm_description: render(realm.description, { ...noReferences, baseUrl }).html,
    realm_web_public_access_enabled: false,
  };
}

/**
 * https://zulip.com/api/fetch-api-key. Bots have no password, so they fail like a wrong one. What
 * is wrong with the account is told only to who knows its password.
 */
const fetchApiKey: Handler<typeof FetchApiKey> = async (context, params) => {
  const { tx, realm } = context;
  const { username } = params;
  if (!/^[^\s@]+@[^\s@]+$/.test(username)) throw badRequest('Enter a valid email address.');
  const [user] = realm
    ? await tx
        .select()
        .from(users)
        .where(
          and(
            eq(users.realm_id, realm.id),
            sql`lower(${users.delivery_email}) = lower(${username})`,
          ),
        )
    : [];
  return new AfterCommit(async ({ logins }) => {
    const hash = user && !user.is_bot ? user.password_hash : null;
    const known = await logins.guard(user?.id ?? username, () =>
      verifyPassword(params.password, hash),
    );
    if (!known || !user || !realm) {
      throw refusal('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
    }
    if (!realm.is_active) {
      throw refusal('REALM_DEACTIVATED', 'This organization has been deactivated');
    }
    if (!user.is_active) throw refusal('USER_DEACTIVATED', 'Account is deactivated');
    return { api_key: user.api_key, email: user.delivery_email, user_id: user.id };
  });
};

function refusal(code: string, message: string): ServiceFailure {
  return new ServiceFailure(code, message, 401);
}

export const serverHandlers = { getServerSettings, fetchApiKey };
