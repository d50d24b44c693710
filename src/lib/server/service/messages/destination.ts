import type { StreamRow } from '../channels/access';
import { findStream } from '../channels/find';
import type { Context } from '../context';
import { ServiceFailure } from '../failure';
import type { User } from '../model';
import { findPeople, type To } from '../users/find';
import { checkMayPost, checkMayWriteTo, checkTopicsPolicy, readEmptyTopic } from './may-send';
import { normaliseTopic } from './normalise';
import { foreseeConversation } from './foresee';
import { directRecipient, findConversation } from './recipients';
import { prepareDirect, prepareForTopic, sendDirect, sendToTopic, type Outgoing } from './send';

/** A topic of a channel, or people (sender included, by id), where the sender may write now. */
export type Destination =
  | { readonly kind: 'topic'; readonly stream: StreamRow; readonly topic: string }
  | { readonly kind: 'people'; readonly participants: readonly User[] };

/**
 * Runs the checks of a channel message that do not depend on its text. `given` is the topic as the
 * client sent it. Throws STREAM_DOES_NOT_EXIST for a channel that the sender does not know, else 400.
 */
export async function checkTopic(
  context: Context,
  to: To,
  given: string | undefined,
): Promise<Destination & { kind: 'topic' }> {
  const { stream, missing } = await findStream(context, to);
  if (given === undefined) {
    throw new ServiceFailure('REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", 400, {
      var_name: 'topic',
    });
  }
  const topic = readEmptyTopic(normaliseTopic(given));
  if (!stream) throw missing;
  await checkMayPost(context, stream, missing);
  checkTopicsPolicy(context, stream, topic);
  return { kind: 'topic', stream, topic };
}

/** Runs the checks of a direct message that do not depend on its text. Throws 400. */
export async function checkPeople(
  context: Context,
  to: To,
): Promise<Destination & { kind: 'people' }> {
  await foreseeConversation(context, to);
  const people = await findPeople(context, to);
  const participants = people.some(({ id }) => id === context.user.id)
    ? people
    : [...people, context.user];
  participants.sort((a, b) => a.id - b.id);
  const conversation = await findConversation(context, idsOf(participants));
  await checkMayWriteTo(context, participants, !conversation?.used);
  return { kind: 'people', participants };
}

/**
 * Renders a text for where it will go, and runs the checks that depend on it. Throws the codes of
 * wildcard mentions.
 */
export async function renderFor(
  context: Context,
  destination: Destination,
  content: string,
): Promise<string> {
  const { html } =
    destination.kind === 'topic'
      ? await prepareForTopic(context, destination.stream, destination.topic, content)
      : await prepareDirect(context, content);
  return html;
}

/** Sends to a checked destination; the message's id. Throws the codes of wildcard mentions. */
export async function sendTo(
  context: Context,
  destination: Destination,
  outgoing: Outgoing,
): Promise<number> {
  if (destination.kind === 'topic') {
    return sendToTopic(context, destination.stream, destination.topic, outgoing);
  }
  const { participants } = destination;
  const recipient_id = await directRecipient(context, idsOf(participants));
  return sendDirect(context, recipient_id, participants, outgoing);
}

function idsOf(people: readonly User[]): number[] {
  return people.map(({ id }) => id);
}
