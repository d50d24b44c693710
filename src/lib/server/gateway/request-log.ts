import type { Logger } from 'pino';
import type { ServerMetrics } from '../metrics';

export interface RequestLog {
  readonly log: Logger;
  readonly metrics: ServerMetrics;
}

/** What log and metrics record about a response, except for its duration. */
export interface RequestLogEntry {
  readonly request: string;
  /** Neither path nor query, which can contain names and secrets. */
  readonly operation: string;
  readonly status: number;
}

/** Logs a response to a request that started at this `performance.now()`. */
export function logRequest(
  { log, metrics }: RequestLog,
  line: RequestLogEntry,
  started: number,
): void {
  const seconds = (performance.now() - started) / 1000;
  const { operation, status } = line;
  metrics.observe({ operation, status, seconds });
  log[status >= 500 ? 'warn' : 'info']({ ...line, seconds }, 'answered');
}
