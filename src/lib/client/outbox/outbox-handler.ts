import type { ApiCaller } from '../calls/call';
import type { OutboxStep, RowFields, RowRules, ServerRows } from './row-rules';

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

export type SendableStep = Extract<OutboxStep, { readonly do: 'create' | 'update' | 'remove' }>;

/** Makes the call of a step and returns the row's id on the server. Throws what `call` throws. */
export async function sendOutboxStep(
  { create, update, remove }: OutboxHandler,
  call: ApiCaller,
  step: SendableStep,
  to: RowFields | null,
): Promise<number> {
  if (step.do === 'create') return create(call, to ?? {});
  if (step.do === 'update') await update(call, step.row, step.changes);
  else await remove(call, step.row);
  return step.row;
}
