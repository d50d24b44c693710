import { and, eq, sql } from 'drizzle-orm';
import { users } from '../db/schema/users';
import type { DatabaseTransaction } from '../db/store';
import { badRequest, ServiceFailure } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { renderMarkdown } from '../markdown/render';
import { noReferences } from '../markdown/state';
import type { RealmRow, UserRow } from '../model';
import { verifyPassword } from '../passwords';
import { realmPictureUrl } from '../realm/pictures';
import { versions } from '../versions';

function organizationFields(realm: RealmRow, baseUrl: string) {
  return {
    realm_uri: baseUrl,
    realm_url: baseUrl,
    realm_name: realm.name,
    realm_icon: realmPictureUrl(realm, 'icon'),
    realm_description: renderMarkdown(realm.description, { ...noReferences, baseUrl }).html,
    realm_web_public_access_enabled: false,
  };
}

async function findByAddress(
  tx: DatabaseTransaction,
  realm: RealmRow,
  address: string,
): Promise<UserRow | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(
      and(eq(users.realm_id, realm.id), sql`lower(${users.delivery_email}) = lower(${address})`),
    );
  return user;
}

function checkActive(user: UserRow, realm: RealmRow): void {
  if (!realm.is_active) {
    throw refusal('REALM_DEACTIVATED', 'This organization has been deactivated');
  }
  if (!user.is_active) throw refusal('USER_DEACTIVATED', 'Account is deactivated');
}

function keyOf({ api_key, delivery_email, id }: UserRow) {
  return { api_key, email: delivery_email, user_id: id };
}

function refusal(code: string, message: string): ServiceFailure {
  return new ServiceFailure(code, message, 401);
}

export const serverHandlers = {
  /**
   * https://zulip.com/api/get-server-settings. Leaves out the organization's fields if there is none.
   */
  getServerSettings: ({ realm, baseUrl, service }) =>
    Promise.resolve({
      ...versions,
      authentication_methods: {
        password: true,
        // Anyone can sign in as the people of a sample organization.
        dev: realm?.is_sample ?? false,
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
      push_notifications_enabled: service.server.hasPush,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      ...(realm && organizationFields(realm, baseUrl)),
    }),

  /**
   * https://zulip.com/api/fetch-api-key. Bots have no password, so they fail like a wrong one.
   * Problems with the account are reported only to callers with the right password.
   */
  async fetchApiKey(context, params) {
    const { tx, realm } = context;
    const { username } = params;
    if (!/^[^\s@]+@[^\s@]+$/.test(username)) throw badRequest('Enter a valid email address.');
    const user = realm ? await findByAddress(tx, realm, username) : undefined;
    return new AfterCommit(async ({ logins }) => {
      const hash = user && !user.is_bot ? user.password_hash : null;
      const known = await logins.guard(user?.id ?? username, () =>
        verifyPassword(params.password, hash),
      );
      if (!known || !user || !realm) {
        throw refusal('AUTHENTICATION_FAILED', 'Your username or password is incorrect');
      }
      checkActive(user, realm);
      return keyOf(user);
    });
  },

  /**
   * Only for sample organizations, where anyone can sign in as any user.
   * https://zulip.com/api/dev-fetch-api-key
   */
  async devFetchApiKey({ tx, realm }, { username }) {
    if (!realm?.is_sample) throw badRequest("You can't sign in without a password here.");
    const user = await findByAddress(tx, realm, username);
    if (!user || user.is_bot) throw refusal('AUTHENTICATION_FAILED', 'No such account');
    checkActive(user, realm);
    return keyOf(user);
  },
} satisfies Partial<OperationHandlers>;
