import { and, asc, eq, lte } from 'drizzle-orm';
import { internalRequest } from '../context';
import { pushDevices } from '../db/schema/push';
import { realms } from '../db/schema/realms';
import { users } from '../db/schema/users';
import type { ServiceLog } from '../log';
import type { RealmRow, UserRow } from '../model';
import { transact, type TransactionDeps } from '../transact';
import { deviceEvent } from './devices';
import { RelayRefusal, type PushRelay } from '../relay/relay';

/** Milliseconds that a row is claimed by one process. */
const claimedFor = 60_000;
const firstPause = 30_000;
const maxPauseMilliseconds = 3_600_000;
/** Milliseconds of failed attempts after which a device has to register again. */
const triedFor = 24 * 3_600_000;

type Row = typeof pushDevices.$inferSelect;

interface Claimed {
  readonly row: Row;
  readonly user: UserRow;
  readonly realm: RealmRow;
}

interface Parts extends TransactionDeps {
  readonly log: ServiceLog;
}

/**
 * Registers devices with the relay, one at a time, outside any transaction. Every process does
 * this: a row is claimed first, and a killed process's rows become free again. Failed attempts are
 * repeated at increasing intervals.
 */
export class PushRegistrations {
  #running: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(
    private readonly parts: Parts,
    private readonly relay: PushRelay,
  ) {}

  /** Call when something may be due. */
  look(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#again) this.look();
    });
  }

  /** Waits for running work. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#again = false;
    try {
      while (!this.#closed) {
        const claimed = await this.#claim();
        if (!claimed) return;
        await this.#register(claimed);
      }
    } catch (error) {
      this.parts.log.error({ error }, 'the push relay could not be notified of devices');
    }
  }

  #claim(): Promise<Claimed | undefined> {
    const { store, clock } = this.parts;
    const now = clock.now();
    return store.transaction(async (tx) => {
      const [found] = await tx
        .select({ row: pushDevices, user: users, realm: realms })
        .from(pushDevices)
        .innerJoin(users, eq(users.id, pushDevices.user_id))
        .innerJoin(realms, eq(realms.id, users.realm_id))
        .where(lte(pushDevices.next_try, new Date(now)))
        .orderBy(asc(pushDevices.next_try))
        .limit(1)
        .for('update', { of: pushDevices, skipLocked: true });
      if (!found) return undefined;
      await tx
        .update(pushDevices)
        .set({ next_try: new Date(now + claimedFor) })
        .where(eq(pushDevices.id, found.row.id));
      return found;
    });
  }

  async #register(claimed: Claimed): Promise<void> {
    const { push_account_id, bouncer_public_key, encrypted_push_registration } = claimed.row;
    try {
      const relay_device_id = await this.relay.register({
        push_account_id,
        bouncer_public_key,
        encrypted_push_registration,
      });
      await this.#settle(claimed, { relay_device_id });
    } catch (error) {
      if (!(error instanceof RelayRefusal)) await this.#passOver(claimed, error);
      else if (!error.isPassing) await this.#settle(claimed, { error_code: error.code });
      else await this.#postpone(claimed, error.code);
    }
  }

  /** Stores the outcome, unless the device registered again in between. */
  async #settle(
    { row, user, realm }: Claimed,
    outcome: Partial<Pick<Row, 'relay_device_id' | 'error_code'>>,
  ): Promise<void> {
    const scope = { user, realm, request: internalRequest };
    await transact(this.parts, scope, async ({ tx, emit }) => {
      const [after] = await tx
        .update(pushDevices)
        .set({ ...outcome, next_try: null })
        .where(sameRegistration(row))
        .returning();
      if (after) emit(deviceEvent(after));
    });
  }

  /**
   * The error is specific to this device, or to the database, as its next reply will show. Others
   * go first.
   */
  async #passOver(claimed: Claimed, error: unknown): Promise<void> {
    this.parts.log.error({ error }, 'the push relay could not be notified of a device');
    await this.#postpone(claimed, 'INTERNAL');
  }

  async #postpone(claimed: Claimed, code: string): Promise<void> {
    const { row } = claimed;
    const { store, clock, log } = this.parts;
    log.warn({ code, tries: row.tries + 1 }, 'the push relay did not take a device yet');
    const now = clock.now();
    if (now - row.registered.getTime() > triedFor) {
      await this.#settle(claimed, { error_code: 'REQUEST_EXPIRED' });
      return;
    }
    const pause = Math.min(firstPause * 2 ** Math.min(row.tries, 20), maxPauseMilliseconds);
    await store.db
      .update(pushDevices)
      .set({ next_try: new Date(now + pause), tries: row.tries + 1 })
      .where(sameRegistration(row));
  }
}

function sameRegistration({ id, encrypted_push_registration }: Row) {
  return and(
    eq(pushDevices.id, id),
    eq(pushDevices.encrypted_push_registration, encrypted_push_registration),
  );
}
