import type * as api from '$lib/api/messages';
import type { Context, Handler } from '../context';
import { badRequest, ServiceFailure } from '../failure';
import { findMessage, mayDelete, removeMessages } from '../messages/delete';
import {
  checkKnows,
  checkMayPost,
  checkMayWriteTo,
  checkTopicsPolicy,
  readEmptyTopic,
} from '../messages/may-send';
import { normaliseContent, normaliseTopic } from '../messages/normalise';
import { directRecipient, findPeople, findStream, type To } from '../messages/recipients';
import { sendDirect, sendToChannel, type Outgoing } from '../messages/send';

/** Clients of people, whose own messages need no unread mark. */
const personalClients = new Set([
  'website',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'ios',
  'android',
  'snipe',
]);

function isPersonal(client: string): boolean {
  const name = client.toLowerCase();
  return personalClients.has(name) || name.includes('desktop app');
}

export const sendMessage: Handler<typeof api.sendMessage> = async (context, params) => {
  const { type, to, content, topic, queue_id, local_id } = params;
  const outgoing: Outgoing = {
    content: normaliseContent(content),
    readBySender: params.read_by_sender ?? isPersonal(context.client),
    ...(queue_id !== undefined && local_id !== undefined && { echo: { queue_id, local_id } }),
  };
  const toChannel = type === 'stream' || type === 'channel';
  return {
    id: await (toChannel ? toTopic(context, to, topic, outgoing) : toPeople(context, to, outgoing)),
  };
};

async function toTopic(context: Context, to: To, given: string | undefined, outgoing: Outgoing) {
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
  return sendToChannel(context, stream, topic, outgoing);
}

async function toPeople(context: Context, to: To, outgoing: Outgoing) {
  const people = await findPeople(context, to);
  await checkKnows(context, people);
  const participants = people.some(({ id }) => id === context.user.id)
    ? people
    : [...people, context.user];
  participants.sort((a, b) => a.id - b.id);
  const recipient = await directRecipient(
    context,
    participants.map(({ id }) => id),
  );
  await checkMayWriteTo(context, participants, recipient.isNew);
  return sendDirect(context, recipient.id, participants, outgoing);
}

export const deleteMessage: Handler<typeof api.deleteMessage> = async (context, { message_id }) => {
  const found = await findMessage(context, message_id);
  if (!found) throw badRequest('Invalid message(s)');
  if (!(await mayDelete(context, found))) {
    throw badRequest("You don't have permission to delete this message");
  }
  await removeMessages(context, [found]);
  return {};
};
