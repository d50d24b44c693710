import type { StreamRow } from '../channels/access';
import { findStream } from '../channels/find';
import type { ServiceContext } from '../context';
import { ServiceFailure } from '../failure';
import type { UserRow } from '../model';
import { findRecipients, type RecipientParam, cachedUsers } from '../users/find-recipients';
import {
  requireCanPost,
  requireCanMessagePeople,
  checkTopicsPolicy,
  readEmptyTopic,
} from './send-permissions';
import { normaliseTopic } from './normalise';
import {
  directRecipient,
  findDirectConversation,
  isConversationBetween,
  directConversationColumns,
  directConversationKey,
  directConversations,
} from './recipients';
import {
  prepareDirect,
  prepareForTopic,
  sendDirect,
  sendToTopic,
  type MessageToSend,
} from './send';
import { and, eq } from 'drizzle-orm';
import { anyOf, uniqueSortedIds, isRowId } from '../db/ids';
import { recipients } from '../db/schema/messages';
import { users } from '../db/schema/users';

/**
 * Longer lists (members of large groups) are not prefetched; each person is then read separately.
 */
const maxPeople = 20;

/**
 * Reads people given by id and their conversation with one statement, into the caches that later
 * reads use.
 */
async function prefetchConversation(
  { tx, user, realm, service: { readCache: facts } }: ServiceContext,
  to: RecipientParam,
): Promise<void> {
  const ids = idsIn(to);
  if (ids.length === 0 || ids.every((id) => facts.get(cachedUsers, id))) return;
  const participants = uniqueSortedIds([...ids, user.id]);
  const rows = await tx
    .select({ person: users, conversation: directConversationColumns })
    .from(users)
    .leftJoin(recipients, isConversationBetween(realm.id, participants))
    .where(and(eq(users.realm_id, realm.id), anyOf(users.id, ids)));
  for (const { person } of rows) facts.set(cachedUsers, person.id, person);
  const conversation = rows[0]?.conversation;
  if (conversation?.id) {
    facts.set(directConversations, directConversationKey(realm.id, participants), conversation);
  }
}

function idsIn(to: RecipientParam): number[] {
  const list = typeof to === 'object' ? to : [to];
  const ids = list.filter((item) => typeof item === 'number' && isRowId(item));
  return ids.length === list.length && ids.length <= maxPeople
    ? uniqueSortedIds(ids as number[])
    : [];
}

/**
 * A channel's topic, or people (sender included, by id), checked that the sender can write there
 * now.
 */
export type MessageDestination =
  | { readonly kind: 'topic'; readonly stream: StreamRow; readonly topic: string }
  | { readonly kind: 'people'; readonly participants: readonly UserRow[] };

/** A channel's topic that the sender may not be able to write to. */
export interface NamedTopic {
  readonly kind: 'topic';
  /** It can't be archived until commit. */
  readonly stream: StreamRow;
  readonly topic: string;
  /** What to throw if the sender can't see the channel. */
  readonly missing: ServiceFailure;
}

/** `given` is the topic as the client sent it. Throws STREAM_DOES_NOT_EXIST, else 400. */
export async function findTopic(
  context: ServiceContext,
  to: RecipientParam,
  given: string | undefined,
): Promise<NamedTopic> {
  const { stream, missing } = await findStream(context, to);
  if (given === undefined) {
    throw new ServiceFailure('REQUEST_VARIABLE_MISSING', "Missing 'topic' argument", 400, {
      var_name: 'topic',
    });
  }
  const topic = readEmptyTopic(normaliseTopic(given));
  if (!stream) throw missing;
  return { kind: 'topic', stream, topic, missing };
}

/**
 * Runs the checks of a channel message that don't depend on its text. Throws STREAM_DOES_NOT_EXIST
 * for a channel that the sender can't see, else 400.
 */
export async function requireCanSend(
  context: ServiceContext,
  { stream, topic, missing }: NamedTopic,
): Promise<void> {
  await requireCanPost(context, stream, missing);
  checkTopicsPolicy(context, stream, topic);
}

/** Does both. */
export async function checkTopic(
  context: ServiceContext,
  to: RecipientParam,
  given: string | undefined,
): Promise<MessageDestination & { kind: 'topic' }> {
  const found = await findTopic(context, to, given);
  await requireCanSend(context, found);
  return found;
}

/** Runs the checks of a direct message that don't depend on its text. Throws 400. */
export async function checkRecipients(
  context: ServiceContext,
  to: RecipientParam,
): Promise<MessageDestination & { kind: 'people' }> {
  await prefetchConversation(context, to);
  const people = await findRecipients(context, to);
  const participants = people.some(({ id }) => id === context.user.id)
    ? people
    : [...people, context.user];
  participants.sort((a, b) => a.id - b.id);
  const conversation = await findDirectConversation(context, idsOf(participants));
  await requireCanMessagePeople(context, participants, !conversation?.used);
  return { kind: 'people', participants };
}

/**
 * Renders a text for its destination and runs the checks that depend on the text. Throws the error
 * codes of wildcard mentions.
 */
export async function renderForDestination(
  context: ServiceContext,
  destination: MessageDestination,
  content: string,
): Promise<string> {
  const { html } =
    destination.kind === 'topic'
      ? await prepareForTopic(context, destination.stream, destination.topic, content)
      : await prepareDirect(context, content);
  return html;
}

/**
 * Sends to a checked destination. Returns the message's id. Throws the error codes of wildcard
 * mentions.
 */
export async function sendToDestination(
  context: ServiceContext,
  destination: MessageDestination,
  outgoing: MessageToSend,
): Promise<number> {
  if (destination.kind === 'topic') {
    return sendToTopic(context, destination.stream, destination.topic, outgoing);
  }
  const { participants } = destination;
  const recipient_id = await directRecipient(context, idsOf(participants));
  return sendDirect(context, recipient_id, participants, outgoing);
}

function idsOf(people: readonly UserRow[]): number[] {
  return people.map(({ id }) => id);
}
