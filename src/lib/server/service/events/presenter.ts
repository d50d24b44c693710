import type { Hidden } from '../db/schema/events';
import type { Queue } from './visible';

export type Payload = Readonly<Record<string, unknown>>;

/**
 * Gives an event the form that a queue's options and capabilities ask for; null leaves it out.
 * The payload is shared by all queues and must not be changed.
 */
export type Presenter = (payload: Payload, queue: Queue, hidden: Hidden) => Payload | null;
