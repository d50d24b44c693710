import { eq, getTableName, sql, type SQL } from 'drizzle-orm';
import { inBatches } from '../db/batches';
import { tablesWritten } from '../db/read-cache';
import { anyOf } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { realms } from '../db/schema/realms';
import { sessions } from '../db/schema/sessions';
import { users } from '../db/schema/users';
import { sessionId } from '../db/session-id';
import type { DatabaseStore } from '../db/store';
import type { RealmRow, UserRow } from '../model';

export interface CallerIdentity {
  readonly user: UserRow;
  readonly realm: RealmRow;
  /** Id of the session that asks; absent for who brings a key. */
  readonly session?: string;
}

const maxCachedAccounts = 5_000;

/** What an account is read from. */
const tables: ReadonlySet<string> = new Set([users, realms, sessions].map(getTableName));

interface CachedAccount {
  readonly identity: CallerIdentity;
  /** Of the rows that it was read from. */
  readonly version: string;
}

/** A question whether what is kept still holds. */
interface Doubt extends CachedAccount {
  isCurrent?: boolean;
}

/**
 * Accounts by e-mail and by session, remembered until they change. What is answered was true at some
 * moment after the question, whichever process wrote: so a change holds for every request that comes
 * after the reply to it.
 *
 * On PGlite all statements are ours, and whichever writes to the tables ends what is remembered. On
 * PostgreSQL each question is asked of the database; one statement looks at the versions of the rows
 * for all who ask while the one before it is under way.
 */
export class AccountCache {
  readonly #kept = new Map<string, CachedAccount>();
  #changes = 0;

  constructor(private readonly store: DatabaseStore) {
    store.onStatement?.((text) => {
      if (!tablesWritten(text).some((table) => tables.has(table))) return;
      this.#changes++;
      this.#kept.clear();
    });
  }

  /** Kept by the address as it was given: which ones are the same is for the database to say. */
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

  /** For addresses of files, which may carry the key alone. */
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
    // What was written meanwhile may be newer than what was read.
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

/** Differs as soon as the row of the person or of the organization was written to. */
const version = sql<string>`concat_ws(' ', ${users}.xmin, ${users}.ctid, ${realms}.xmin, ${realms}.ctid)`;
