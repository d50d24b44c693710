/** How many ask at once. */
export const times = 8;

/** What is asked eight times at once. */
export interface Deed {
  readonly method: string;
  readonly path: string;
  readonly params?: Record<string, unknown> | (() => FormData);
  /** How many may succeed: what can happen only once, or what is the same whoever asks again. */
  readonly succeeds: 1 | typeof times;
  /** How many events of these kinds the owner hears, `type` or `type/op`. */
  readonly events: Readonly<Record<string, number>>;
  /** The notices of the bot that follow. */
  readonly notices?: number;
}

/** Of some operations, by id; null has nothing to try. */
export type Deeds = Readonly<Record<string, null | (() => Promise<Deed>)>>;

export const once = (type: string) => ({ succeeds: 1, events: { [type]: 1 } }) as const;
export const same = (type: string) => ({ succeeds: times, events: { [type]: 1 } }) as const;
/** The last one counts, and each is told. */
export const each = (type: string) => ({ succeeds: times, events: { [type]: times } }) as const;
