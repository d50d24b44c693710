import { eq, sql } from 'drizzle-orm';
import { isWebhook, noWebhooks } from './access';
import { isApiKey, sameApiKey } from './api-keys';
import { realms } from './db/schema/realms';
import { sessions } from './db/schema/sessions';
import { users } from './db/schema/users';
import type { Store } from './db/store';
import { badRequest, ServiceFailure } from './failure';
import type { Realm, User } from './model';
import { sessionId } from './sessions';

function unauthorized(message: string): ServiceFailure {
  return new ServiceFailure('UNAUTHORIZED', message, 401);
}

export interface Identity {
  readonly user: User;
  readonly realm: Realm;
  /** Id of the session that asks; absent for who brings a key. */
  readonly session?: string;
}

/**
 * Accounts by e-mail and by session. On PGlite they are remembered until a statement names their tables: looking
 * one up there costs as much as all else in a small request.
 */
export class Accounts {
  readonly #kept = new Map<string, Identity>();
  #changes = 0;

  constructor(private readonly store: Store) {
    store.onStatement?.((text) => {
      if (/^select\b/i.test(text) || !/\b(users|realms|sessions)\b/.test(text)) return;
      this.#changes++;
      this.#kept.clear();
    });
  }

  find(email: string): Promise<Identity | undefined> {
    return this.#remembered(email.toLowerCase(), async () => {
      const [row] = await this.store.db
        .select({ user: users, realm: realms })
        .from(users)
        .innerJoin(realms, eq(realms.id, users.realm_id))
        .where(sql`lower(${users.delivery_email}) = lower(${email})`);
      return row;
    });
  }

  findBySession(token: string): Promise<Identity | undefined> {
    const session = sessionId(token);
    return this.#remembered(`session ${session}`, async () => {
      const [row] = await this.store.db
        .select({ user: users, realm: realms })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.user_id))
        .innerJoin(realms, eq(realms.id, users.realm_id))
        .where(eq(sessions.id, session));
      return row && { ...row, session };
    });
  }

  /** For addresses of files, which may carry the key alone. */
  async findByKey(api_key: string): Promise<Identity | undefined> {
    const [row] = await this.store.db
      .select({ user: users, realm: realms })
      .from(users)
      .innerJoin(realms, eq(realms.id, users.realm_id))
      .where(eq(users.api_key, api_key));
    return row;
  }

  async #remembered(
    name: string,
    read: () => Promise<Identity | undefined>,
  ): Promise<Identity | undefined> {
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const before = this.#changes;
    const identity = await read();
    // What was written meanwhile may be newer than what was read.
    if (identity && this.store.onStatement && before === this.#changes) {
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(name, identity);
    }
    return identity;
  }
}

const mostKept = 5_000;

/** How our own pages' door names a session to the service. Tokens never leave the server. */
export const sessionScheme = 'Session';

/**
 * Whom the Basic credentials or the session name. Throws UNAUTHORIZED (401), or BAD_REQUEST for
 * another scheme. Bots for incoming webhooks are let in only where the caller says so.
 * Source: https://zulip.com/api/http-headers, https://zulip.com/api/rest-error-handling.
 */
export async function authenticate(
  accounts: Accounts,
  header: string | null,
  { webhooks = false }: { readonly webhooks?: boolean } = {},
): Promise<Identity> {
  if (header === null) throw unauthorized('Missing authorization header for basic auth');
  const [scheme, encoded = ''] = header.trim().split(/\s+/, 2);
  if (scheme === sessionScheme) {
    const row = await accounts.findBySession(encoded);
    if (!row) throw unauthorized('This session has ended');
    return checkActive(row, webhooks);
  }
  if (scheme?.toLowerCase() !== 'basic') {
    throw badRequest('This endpoint requires HTTP basic authentication.');
  }
  const [email, key] = decodeCredentials(encoded);
  if (!isApiKey(key)) throw unauthorized('Invalid API key');
  const row = await accounts.find(email);
  if (!row) throw unauthorized('Account not found');
  if (!sameApiKey(row.user.api_key, key)) throw unauthorized('Invalid API key');
  return checkActive(row, webhooks);
}

function checkActive(row: Identity, webhooks: boolean): Identity {
  if (!row.user.is_active) throw unauthorized('Account is deactivated');
  if (!row.realm.is_active) throw unauthorized('This organization has been deactivated');
  if (!webhooks && isWebhook(row.user)) throw noWebhooks();
  return row;
}

/**
 * Whom a key alone names, as addresses of files may carry it. Throws with the codes that are
 * documented for keys (401). Source: https://zulip.com/api/rest-error-handling.
 */
export async function authenticateKey(accounts: Accounts, api_key: string): Promise<Identity> {
  const key = api_key.trim();
  const row = isApiKey(key) ? await accounts.findByKey(key) : undefined;
  if (!row) throw new ServiceFailure('INVALID_API_KEY', 'Invalid API key', 401);
  if (!row.user.is_active) {
    throw new ServiceFailure('USER_DEACTIVATED', 'Account is deactivated', 401);
  }
  if (!row.realm.is_active) {
    throw new ServiceFailure('REALM_DEACTIVATED', 'This organization has been deactivated', 401);
  }
  return row;
}

function decodeCredentials(encoded: string): [email: string, key: string] {
  const text = /^[A-Za-z0-9+/]+=*$/.test(encoded)
    ? Buffer.from(encoded, 'base64').toString('utf8')
    : '';
  const colon = text.indexOf(':');
  if (colon < 0 || text.includes('\0')) {
    throw unauthorized('Invalid authorization header for basic auth');
  }
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
