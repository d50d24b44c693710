import type { Presenter } from './present';

/** One row for each event type whose form depends on the queue. */
export const presenters: Readonly<Record<string, Presenter>> = {};
