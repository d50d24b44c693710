import { eq, sql, type SQL } from 'drizzle-orm';
import { inBatches } from '../db/batches';
import { anyOf } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { realms } from '../db/schema/realms';
import { sessions } from '../db/schema/sessions';
import { users } from '../db/schema/users';
import { sessionId } from '../db/session-id';
import type { DatabaseStore } from '../db/store';
import { TableSet } from '../db/table-set';
import type { RealmRow, UserRow } from '../model';

export interface CallerIdentity {
  readonly user: UserRow;
  readonly realm: RealmRow;
  /** Id of the caller's session. Absent if they use an API key. */
  readonly session?: string;
}

const maxCachedAccounts = 5_000;

/** Tables that an account is read from. */
const tables = new TableSet(users, realms, sessions);

interface CachedAccount {
  readonly identity: CallerIdentity;
  /** Version of the rows it was read from. */
  readonly version: string;
}

/** A request to check whether a cached account is still current. */
interface Doubt extends CachedAccount {
  isCurrent?: boolean;
}

/**
 * Caches accounts by email address and by session until they change. Each result was true at some
 * moment after the call, whichever process wrote, so a change applies to every request that comes
 * after the reply to it.
 *
 * On PGlite, all statements are ours, so any write to the tables clears the cache. On PostgreSQL,
 * every call checks with the database: one statement checks the row versions for all calls made
 * while the previous one is in progress.
 */
export class AccountCache {
  readonly #kept = new Map<string, CachedAccount>();
  #changes = 0;

  constructor(private readonly store: DatabaseStore) {
    store.onStatement?.((text) => {
      if (!tables.isWrittenBy(text)) return;
      this.#changes++;
      this.#kept.clear();
    });
  }

  /**
   * Cached by the address as given, because only the database decides which addresses are equal.
   */
  find(email: string): Promise<CallerIdentity | undefined> {
    return this.#known(`address ${email}`, () =>
      this.#read(sql`lower(${users.delivery_email}) = lower(${email})`),
    );
  }

  findBySession(token: string): Promise<CallerIdentity | undefined> {
    const session = sessionId(token);
    return this.#known(`session ${session}`, async () => {
      const [row] = await this.store.db
        .select({ user: users, realm: realms, version })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.user_id))
        .innerJoin(realms, eq(realms.id, users.realm_id))
        .where(eq(sessions.id, session));
      return row && { identity: { ...row, session }, version: row.version };
    });
  }

  /** For file URLs, which can contain only the API key. */
  async findByKey(api_key: string): Promise<CallerIdentity | undefined> {
    return (await this.#read(eq(users.api_key, api_key)))?.identity;
  }

  async #read(which: SQL): Promise<CachedAccount | undefined> {
    const [row] = await this.store.db
      .select({ user: users, realm: realms, version })
      .from(users)
      .innerJoin(realms, eq(realms.id, users.realm_id))
      .where(which);
    return row && { identity: { user: row.user, realm: row.realm }, version: row.version };
  }

  async #known(
    name: string,
    read: () => Promise<CachedAccount | undefined>,
  ): Promise<CallerIdentity | undefined> {
    const kept = this.#kept.get(name);
    if (kept && (await this.#holds(kept))) return kept.identity;
    const before = this.#changes;
    const found = await read();
    if (!found) this.#kept.delete(name);
    // A write during the read could make the cached value outdated.
    else if (before === this.#changes) {
      if (this.#kept.size >= maxCachedAccounts) this.#kept.clear();
      this.#kept.set(name, found);
    }
    return found?.identity;
  }

  async #holds(kept: CachedAccount): Promise<boolean> {
    if (this.store.onStatement) return true;
    const doubt: Doubt = { ...kept };
    await this.#settle(doubt);
    return doubt.isCurrent === true;
  }

  readonly #settle = inBatches<Doubt>(async (doubts) => {
    const people = [...new Set(doubts.map(({ identity }) => identity.user.id))];
    const open = [...new Set(doubts.flatMap(({ identity }) => identity.session ?? []))];
    const rows = await queryRows<{ id: string; version: string }>(
      this.store.db,
      sql`select ${users.id}::text as id, ${version} as version
        from ${users} join ${realms} on ${realms.id} = ${users.realm_id}
        where ${anyOf(users.id, people)}
        union all
        select ${sessions.id}, '' from ${sessions} where ${sessions.id} = any(${`{${open.join()}}`}::text[])`,
    );
    const versions = new Map(rows.map(({ id, version: now }) => [id, now]));
    for (const doubt of doubts) {
      const { user, session } = doubt.identity;
      doubt.isCurrent =
        versions.get(String(user.id)) === doubt.version &&
        (session === undefined || versions.has(session));
    }
  });
}

/** Changes whenever the row of the user or the organization is written. */
const version = sql<string>`concat_ws(' ', ${users}.xmin, ${users}.ctid, ${realms}.xmin, ${realms}.ctid)`;
