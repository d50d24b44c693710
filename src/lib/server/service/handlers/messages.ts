import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { followOwnTopic } from '../messages/automatic-policy';
import { hasDeletePermission, removeMessages } from '../messages/delete';
import { checkRecipients, checkTopic, sendToDestination } from '../messages/destination';
import { normaliseContent } from '../messages/normalise';
import { isPersonalClient } from '../messages/personal-client';
import type { MessageToSend } from '../messages/send';
import { prefetchNotificationPreferences } from '../messages/notification-preferences';
import { accessLockedMessage } from '../narrow/find';
import { reportMessageHandler } from './report-message';
import { renderText } from '../markdown/render-text';

export const messageHandlers = {
  async sendMessage(context, params) {
    const { type, to, content, topic, queue_id, local_id } = params;
    const normal = normaliseContent(content);
    const outgoing: MessageToSend = {
      content: normal,
      preferences: prefetchNotificationPreferences(context, () => normal),
      readBySender: params.read_by_sender ?? isPersonalClient(context.request.client),
      widget: params.widget_content,
      ...(queue_id !== undefined && local_id !== undefined && { echo: { queue_id, local_id } }),
    };
    const toChannel = type === 'stream' || type === 'channel';
    const destination = toChannel
      ? await checkTopic(context, to, topic)
      : await checkRecipients(context, to);
    const id = await sendToDestination(context, destination, outgoing);
    if (destination.kind === 'people') return { id };
    const activity = { kind: 'sent', message_id: id } as const;
    const policy = await followOwnTopic(context, destination.stream, destination.topic, activity);
    return { id, ...(policy !== undefined && { automatic_new_visibility_policy: policy }) };
  },

  async deleteMessage(context, { message_id }) {
    const found = await accessLockedMessage(context, message_id);
    if (!(await hasDeletePermission(context, found))) {
      throw badRequest("You don't have permission to delete this message");
    }
    await removeMessages(context, [found]);
    return {};
  },

  async renderMessage(context, { content }) {
    const { html } = await renderText(context, content);
    return { rendered: html };
  },

  reportMessage: reportMessageHandler,
} satisfies Partial<OperationHandlers>;
