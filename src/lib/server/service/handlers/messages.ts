import type * as api from '$lib/api/messages';
import { badRequest } from '../failure';
import type { Handler } from '../handler';
import { followOwnTopic } from '../messages/automatic-policy';
import { mayDelete, removeMessages } from '../messages/delete';
import { checkPeople, checkTopic, sendTo } from '../messages/destination';
import { normaliseContent } from '../messages/normalise';
import { isPersonalClient } from '../messages/personal-client';
import type { Outgoing } from '../messages/send';
import { foreseeWishes } from '../messages/wishes';
import { accessLocked } from '../narrow/find';
import { renderMessage } from './render';
import { reportMessage } from './report-message';

const sendMessage: Handler<typeof api.sendMessage> = async (context, params) => {
  const { type, to, content, topic, queue_id, local_id } = params;
  const normal = normaliseContent(content);
  const outgoing: Outgoing = {
    content: normal,
    wishes: foreseeWishes(context, () => normal),
    readBySender: params.read_by_sender ?? isPersonalClient(context.client),
    widget: params.widget_content,
    ...(queue_id !== undefined && local_id !== undefined && { echo: { queue_id, local_id } }),
  };
  const toChannel = type === 'stream' || type === 'channel';
  const destination = toChannel
    ? await checkTopic(context, to, topic)
    : await checkPeople(context, to);
  const id = await sendTo(context, destination, outgoing);
  if (destination.kind === 'people') return { id };
  const deed = { kind: 'sent', message_id: id } as const;
  const policy = await followOwnTopic(context, destination.stream, destination.topic, deed);
  return { id, ...(policy !== undefined && { automatic_new_visibility_policy: policy }) };
};

const deleteMessage: Handler<typeof api.deleteMessage> = async (context, { message_id }) => {
  const found = await accessLocked(context, message_id);
  if (!(await mayDelete(context, found))) {
    throw badRequest("You don't have permission to delete this message");
  }
  await removeMessages(context, [found]);
  return {};
};

export const messageHandlers = { sendMessage, deleteMessage, renderMessage, reportMessage };
