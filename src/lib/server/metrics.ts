import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Figures of the embedded service, read when `/metrics` is requested. */
export interface ServiceFigures {
  /** Event polls that are waiting in this process. */
  readonly waiting_polls: number;
  readonly event_queues: number;
}

export interface ServerMetrics {
  /** `operation`: an operationId or the route of a page, never a path with ids in it. */
  observe(request: { operation: string; status: number; seconds: number }): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Buckets in seconds; the last ones are for event polls. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** `figures` returns null without an embedded service or if its database doesn't answer. */
export function createMetrics(figures: () => Promise<ServiceFigures | null>): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'inkwell_' });
  const labelNames = ['operation', 'status'] as const;
  const requests = new Counter({
    name: 'inkwell_requests_total',
    help: 'Answered requests by operation and HTTP status.',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'inkwell_request_seconds',
    help: 'Time to answer by operation; event polls wait on purpose.',
    labelNames: ['operation'],
    buckets,
    registers: [registry],
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const polls = gauge('inkwell_waiting_polls', 'Event polls held open by this process.');
  const queues = gauge('inkwell_event_queues', 'Event queues in the database.');
  const database = gauge('inkwell_database_up', '1 while the database answers, 0 otherwise.');

  return {
    observe({ operation, status, seconds }) {
      requests.inc({ operation, status: String(status) });
      durations.observe({ operation }, seconds);
    },
    contentType: registry.contentType,
    async text() {
      const now = await figures();
      polls.set(now?.waiting_polls ?? 0);
      queues.set(now?.event_queues ?? 0);
      database.set(now ? 1 : 0);
      return registry.metrics();
    },
  };
}
