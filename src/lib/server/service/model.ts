import type { QueueConditions } from './db/schema/events';
import type { realms } from './db/schema/realms';
import type { users } from './db/schema/users';

export type RealmRow = typeof realms.$inferSelect;
export type UserRow = typeof users.$inferSelect;

/** An event on its way to the log. */
export interface OutgoingEvent {
  /** The event as on the wire, without `id`. */
  readonly payload: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** User ids, or everyone in the realm. */
  readonly audience: readonly number[] | 'realm';
  /** Parts that differ by receiver, merged over the payload. */
  readonly perUser?: Readonly<Record<number, Readonly<Record<string, unknown>>>>;
  /** Which queues it is for, and facts for presentation that never go out as they are. */
  readonly hidden?: QueueConditions;
  /** UNIX seconds at which delivery has something to do for it, in whichever process. */
  readonly due?: number;
}
