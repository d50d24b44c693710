import { foldCase } from '$lib/api/fold-case';
import { emptyTopicName } from '../channels/topics';
import type { QueueConditions } from '../db/schema/events';
import { topicForQueue } from './present-topic';
import type { EventPayload, EventPresenter } from './presenter';

/** Data that `messages/send` puts into the event for presenters only. */
interface MessageFacts {
  /** The Markdown source. */
  readonly content: string;
  /** Whether the avatar is a Gravatar, computed from the email address. */
  readonly gravatar: boolean;
  readonly echo?: { readonly queue_id: string; readonly local_id: string };
}

interface Message extends Record<string, unknown> {
  readonly type: string;
  readonly subject: string;
  readonly sender_id: number;
  readonly sender_email: string;
  readonly stream_id?: number;
  readonly display_recipient: unknown;
}

/**
 * A message in the form that the queue's options ask for. Null if the queue's narrow excludes it.
 */
export const presentMessage: EventPresenter = (payload, queue, hidden) => {
  const facts = hidden as QueueConditions & MessageFacts;
  const message = payload['message'] as Message;
  if (!queue.narrow.every((term) => fits(term, message, payload['flags'] as string[]))) return null;
  const isEcho = facts.echo?.queue_id === queue.id && message.sender_id === queue.user_id;
  const echo = isEcho ? facts.echo?.local_id : undefined;
  return {
    ...payload,
    message: {
      ...message,
      ...(message.type === 'stream' && { subject: topicForQueue(queue, message.subject) }),
      ...(queue.client_gravatar && facts.gravatar && { avatar_url: null }),
      ...(!queue.apply_markdown && { content: facts.content, content_type: 'text/x-markdown' }),
    },
    ...(echo !== undefined && { local_message_id: echo }),
  };
};

/**
 * Whether a message matches one term of a queue's narrow. https://zulip.com/api/register-queue,
 * `narrow`
 */
function fits([operator, operand]: [string, string], message: Message, flags: string[]): boolean {
  const same = (value: unknown) => foldCase(String(value)) === foldCase(operand);
  switch (operator) {
    case 'channel':
    case 'stream':
      return (
        message.type === 'stream' && (same(message.display_recipient) || same(message.stream_id))
      );
    case 'topic':
      return (
        message.type === 'stream' &&
        (same(message.subject) || (message.subject === '' && same(emptyTopicName)))
      );
    case 'sender':
      return same(message.sender_email) || same(message.sender_id);
    case 'is':
      return isTerm(operand, message, flags);
    default:
      return false;
  }
}

function isTerm(operand: string, message: EventPayload, flags: readonly string[]): boolean {
  switch (operand) {
    case 'dm':
    case 'private':
      return message['type'] === 'private';
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
      return flags.some((flag) => flag.endsWith('mentioned'));
    case 'starred':
      return flags.includes('starred');
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'resolved':
      return message['type'] === 'stream' && String(message['subject']).startsWith('✔ ');
    default:
      // Unknown operands don't restrict the queue.
      return true;
  }
}
