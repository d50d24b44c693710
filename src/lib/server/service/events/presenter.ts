import type { QueueConditions } from '../db/schema/events';
import type { EventQueue } from './queue-visibility';

export type EventPayload = Readonly<Record<string, unknown>>;

/**
 * Converts an event to the form that a queue's options and capabilities ask for. Null leaves it
 * out. All queues share the payload, so it must not be modified.
 */
export type EventPresenter = (
  payload: EventPayload,
  queue: EventQueue,
  hidden: QueueConditions,
) => EventPayload | null;
