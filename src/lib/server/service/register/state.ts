import type { Context } from '../context';
import type { Capability } from '../events/capabilities';

export interface StateOptions {
  readonly capabilities: Readonly<Partial<Record<Capability, boolean>>>;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly apply_markdown: boolean;
  readonly include_subscribers: 'true' | 'false' | 'partial';
  readonly presence_history_limit_days: number;
}

/** The initial state by fetch keys; null means all. Runs in the snapshot in which the queue begins. */
export function registerState(
  _context: Context,
  _keys: ReadonlySet<string> | null,
  _options: StateOptions,
): Promise<Record<string, unknown>> {
  return Promise.resolve({});
}
