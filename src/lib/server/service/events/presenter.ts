import type { QueueConditions } from '../db/schema/events';
import type { EventQueue } from './queue-visibility';

export type EventPayload = Readonly<Record<string, unknown>>;

/**
 * Gives an event the form that a queue's options and capabilities ask for; null leaves it out.
 * The payload is shared by all queues and must not be changed.
 */
export type EventPresenter = (
  payload: EventPayload,
  queue: EventQueue,
  hidden: QueueConditions,
) => EventPayload | null;
