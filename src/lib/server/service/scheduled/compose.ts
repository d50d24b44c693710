import type { Context } from '../context';
import { badRequest } from '../failure';
import { checkPeople, checkTopic, renderFor, type Destination } from '../messages/destination';
import type { messageTypes } from '$lib/api/message-types';
import type { ScheduledRow } from './wire';

type Type = (typeof messageTypes)[number];
type To = number | readonly number[];

/** The stored word for each of the four spellings. */
export function storedType(type: Type): ScheduledRow['type'] {
  return type === 'channel' || type === 'stream' ? 'stream' : 'private';
}

/**
 * Checks a scheduled message as sending it now would, and says what to store. A channel is one
 * number and people are a list of numbers; anything else is 400. `content` is normalised.
 */
export async function composeScheduled(
  context: Context,
  type: ScheduledRow['type'],
  to: To,
  topic: string | undefined,
  content: string,
): Promise<Pick<ScheduledRow, 'type' | 'to' | 'topic' | 'content' | 'rendered_content'>> {
  const destination = await destinationOf(context, type, to, topic);
  return {
    ...addressOf(context, destination),
    content,
    rendered_content: await renderFor(context, destination, content),
  };
}

/** Runs the checks that sending runs. Throws what sending throws. */
export async function destinationOf(
  context: Context,
  type: ScheduledRow['type'],
  to: To,
  topic: string | undefined,
): Promise<Destination> {
  if (type === 'stream') {
    if (typeof to !== 'number') throw badRequest('to must be one channel ID');
    return checkTopic(context, to, topic);
  }
  if (typeof to === 'number') throw badRequest('to must be a list of user IDs');
  return checkPeople(context, to);
}

function addressOf(
  { user }: Context,
  destination: Destination,
): Pick<ScheduledRow, 'type' | 'to' | 'topic'> {
  if (destination.kind === 'topic') {
    return { type: 'stream', to: [destination.stream.id], topic: destination.topic };
  }
  const others = destination.participants.map(({ id }) => id).filter((id) => id !== user.id);
  return { type: 'private', to: others.length > 0 ? others : [user.id], topic: '' };
}
