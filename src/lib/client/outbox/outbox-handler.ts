import type { ApiCaller } from '../calls/call';
import type { RowFields, ServerRows, RowRules } from './row-rules';

/** The calls of a kind of things. They throw what `call` throws. */
export interface OutboxHandler extends RowRules {
  readonly list: (call: ApiCaller) => Promise<ServerRows>;
  /** Its id on the server. */
  readonly create: (call: ApiCaller, to: RowFields) => Promise<number>;
  readonly update: (call: ApiCaller, row: number, changes: RowFields) => Promise<void>;
  readonly remove: (call: ApiCaller, row: number) => Promise<void>;
  /** The highest id that this tab knows. */
  readonly newest: () => number;
  /** The server has accepted it, and the event of it may be on its way still. */
  readonly assume: (row: number, to: RowFields | null) => void;
}
