import type { Logger } from 'pino';
import type { ServerMetrics } from '../metrics';

export interface RequestLog {
  readonly log: Logger;
  readonly metrics: ServerMetrics;
}

/** What log and metrics are told of an answer, but for how long it took. */
export interface RequestLogEntry {
  readonly request: string;
  /** Neither address nor query: they may hold names and secrets. */
  readonly operation: string;
  readonly status: number;
}

/** Tells of an answer to a request that began then, by `performance.now()`. */
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
