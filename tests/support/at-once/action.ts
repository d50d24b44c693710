/** Number of simultaneous calls. */
export const times = 8;

/** A call that is made eight times simultaneously. */
export interface ConcurrentAction {
  readonly method: string;
  readonly path: string;
  readonly params?: Record<string, unknown> | (() => FormData);
  /** How many can succeed: 1 if it can only happen once, all if repeating it changes nothing. */
  readonly succeeds: 1 | typeof times;
  /** Number of events the owner receives, by `type` or `type/op`. */
  readonly events: Readonly<Record<string, number>>;
  /** Number of the bot's notices that follow. */
  readonly notices?: number;
}

/** Calls by operation id; null if there is nothing to try. */
export type ConcurrentActions = Readonly<Record<string, null | (() => Promise<ConcurrentAction>)>>;

export const once = (type: string) => ({ succeeds: 1, events: { [type]: 1 } }) as const;
export const same = (type: string) => ({ succeeds: times, events: { [type]: 1 } }) as const;
/** The last call wins, and each sends an event. */
export const each = (type: string) => ({ succeeds: times, events: { [type]: times } }) as const;
