import type { ApiCaller } from '../calls/call';
import type { RowFields, ServerRows, RowRules } from './row-rules';

/** API calls for one kind of row. They throw what `call` throws. */
export interface OutboxHandler extends RowRules {
  readonly list: (call: ApiCaller) => Promise<ServerRows>;
  /** Returns the row's id on the server. */
  readonly create: (call: ApiCaller, to: RowFields) => Promise<number>;
  readonly update: (call: ApiCaller, row: number, changes: RowFields) => Promise<void>;
  readonly remove: (call: ApiCaller, row: number) => Promise<void>;
  /** The highest id that this tab knows. */
  readonly newest: () => number;
  /** Applies an accepted change before its event arrives. */
  readonly assume: (row: number, to: RowFields | null) => void;
}
