import type { ServiceContext } from '../context';
import { badRequest } from '../failure';
import {
  checkRecipients,
  checkTopic,
  renderForDestination,
  type MessageDestination,
} from '../messages/destination';
import type { messageTypes } from '$lib/api/message-types';
import type { ScheduledMessageRow } from './wire';

type Type = (typeof messageTypes)[number];
type To = number | readonly number[];

/** The stored type for each of the four names. */
export function storedType(type: Type): ScheduledMessageRow['type'] {
  return type === 'channel' || type === 'stream' ? 'stream' : 'private';
}

/**
 * Checks a scheduled message as if it were sent now, and returns what to store. A channel is one
 * number and people are a list of numbers; anything else is 400. `content` is normalized.
 */
export async function composeScheduled(
  context: ServiceContext,
  type: ScheduledMessageRow['type'],
  to: To,
  topic: string | undefined,
  content: string,
): Promise<Pick<ScheduledMessageRow, 'type' | 'to' | 'topic' | 'content' | 'rendered_content'>> {
  const destination = await checkScheduledDestination(context, type, to, topic);
  return {
    ...addressOf(context, destination),
    content,
    rendered_content: await renderForDestination(context, destination, content),
  };
}

/** Runs the same checks as sending, and throws the same errors. */
export async function checkScheduledDestination(
  context: ServiceContext,
  type: ScheduledMessageRow['type'],
  to: To,
  topic: string | undefined,
): Promise<MessageDestination> {
  if (type === 'stream') {
    if (typeof to !== 'number') throw badRequest('to must be one channel ID');
    return checkTopic(context, to, topic);
  }
  if (typeof to === 'number') throw badRequest('to must be a list of user IDs');
  return checkRecipients(context, to);
}

function addressOf(
  { user }: ServiceContext,
  destination: MessageDestination,
): Pick<ScheduledMessageRow, 'type' | 'to' | 'topic'> {
  if (destination.kind === 'topic') {
    return { type: 'stream', to: [destination.stream.id], topic: destination.topic };
  }
  const others = destination.participants.map(({ id }) => id).filter((id) => id !== user.id);
  return { type: 'private', to: others.length > 0 ? others : [user.id], topic: '' };
}
