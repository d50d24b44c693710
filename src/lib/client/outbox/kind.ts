import type { Call } from '../call';
import type { Fields, Rows, Rules } from './rules';

/** The calls of a kind of things. They throw what `call` throws. */
export interface Kind extends Rules {
  readonly list: (call: Call) => Promise<Rows>;
  /** Its id on the server. */
  readonly create: (call: Call, to: Fields) => Promise<number>;
  readonly update: (call: Call, row: number, changes: Fields) => Promise<void>;
  readonly remove: (call: Call, row: number) => Promise<void>;
  /** The highest id that this tab knows. */
  readonly newest: () => number;
  /** The server has accepted it, and the event of it may be on its way still. */
  readonly assume: (row: number, to: Fields | null) => void;
}
