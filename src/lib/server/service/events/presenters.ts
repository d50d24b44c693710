import { presentMessage } from './present-message';
import { presentPresence } from './present-presence';
import { presentPerson } from './present-person';
import { presentScheduled } from './present-scheduled';
import { presentSubscription } from './present-subscription';
import {
  presentDetails,
  presentEditTyping,
  presentMovedTopic,
  presentTopic,
  presentTopicName,
} from './present-topic';
import type { EventPresenter } from './presenter';

/** Event types whose form depends on the queue. */
export const presenters: Readonly<Record<string, EventPresenter>> = {
  delete_message: presentTopic,
  message: presentMessage,
  presence: presentPresence,
  realm_user: presentPerson,
  scheduled_messages: presentScheduled,
  subscription: presentSubscription,
  typing: presentTopic,
  typing_edit_message: presentEditTyping,
  update_message: presentMovedTopic,
  update_message_flags: presentDetails,
  user_topic: presentTopicName,
};
