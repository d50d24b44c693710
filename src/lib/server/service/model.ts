import type { QueueConditions } from './db/schema/events';
import type { realms } from './db/schema/realms';
import type { users } from './db/schema/users';

export type RealmRow = typeof realms.$inferSelect;
export type UserRow = typeof users.$inferSelect;

/** An event to append to the log. */
export interface OutgoingEvent {
  /** The event as in the API, without `id`. */
  readonly payload: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** User ids, or everyone in the realm. */
  readonly audience: readonly number[] | 'realm';
  /** Fields that differ by receiver, merged over the payload. */
  readonly perUser?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  /** Conditions on queues, and data for presenters that is never sent as it is. */
  readonly hidden?: QueueConditions;
  /** When delivery has work for it, in any process, in UNIX seconds. */
  readonly due?: number;
}
