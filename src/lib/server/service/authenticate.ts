import { eq, sql } from 'drizzle-orm';
import { isApiKey, sameApiKey } from './api-keys';
import type { Realm, User } from './context';
import { realms } from './db/schema/realms';
import { users } from './db/schema/users';
import type { Store } from './db/store';
import { badRequest, ServiceFailure } from './failure';

const incomingWebhook = 2;

function unauthorized(message: string): ServiceFailure {
  return new ServiceFailure('UNAUTHORIZED', message, 401);
}

export interface Identity {
  readonly user: User;
  readonly realm: Realm;
}

/**
 * Accounts by e-mail. On PGlite they are remembered until a statement names their tables: looking
 * one up there costs as much as all else in a small request.
 */
export class Accounts {
  readonly #kept = new Map<string, Identity>();
  #changes = 0;

  constructor(private readonly store: Store) {
    store.onStatement?.((text) => {
      if (/^select\b/i.test(text) || !/\b(users|realms)\b/.test(text)) return;
      this.#changes++;
      this.#kept.clear();
    });
  }

  async find(email: string): Promise<Identity | undefined> {
    const name = email.toLowerCase();
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const before = this.#changes;
    const [row] = await this.store.db
      .select({ user: users, realm: realms })
      .from(users)
      .innerJoin(realms, eq(realms.id, users.realm_id))
      .where(sql`lower(${users.delivery_email}) = lower(${email})`);
    // What was written meanwhile may be newer than what was read.
    if (row && this.store.onStatement && before === this.#changes) this.#keep(name, row);
    return row;
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

  #keep(name: string, identity: Identity): void {
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(name, identity);
  }
}

const mostKept = 5_000;

/**
 * Whom the Basic credentials name. Throws UNAUTHORIZED (401), or BAD_REQUEST for another scheme.
 * Source: https://zulip.com/api/http-headers, https://zulip.com/api/rest-error-handling.
 */
export async function authenticate(accounts: Accounts, header: string | null): Promise<Identity> {
  if (header === null) throw unauthorized('Missing authorization header for basic auth');
  const [scheme, encoded = ''] = header.trim().split(/\s+/, 2);
  if (scheme?.toLowerCase() !== 'basic') {
    throw badRequest('This endpoint requires HTTP basic authentication.');
  }
  const [email, key] = decodeCredentials(encoded);
  if (!isApiKey(key)) throw unauthorized('Invalid API key');
  const row = await accounts.find(email);
  if (!row) throw unauthorized('Account not found');
  if (!sameApiKey(row.user.api_key, key)) throw unauthorized('Invalid API key');
  if (!row.user.is_active) throw unauthorized('Account is deactivated');
  if (!row.realm.is_active) throw unauthorized('This organization has been deactivated');
  if (row.user.bot_type === incomingWebhook) {
    throw unauthorized('This API is not available to incoming webhook bots.');
  }
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
