import type { Presenter } from './present';
import { presentMessage, presentTopic } from './present-message';
import { presentScheduled } from './present-scheduled';

/** One row for each event type whose form depends on the queue. */
export const presenters: Readonly<Record<string, Presenter>> = {
  delete_message: presentTopic,
  message: presentMessage,
  scheduled_messages: presentScheduled,
};
