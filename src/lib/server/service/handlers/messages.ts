import { badRequest } from '../failure';
import type { OperationHandlers, OperationHandler } from '../handler';
import { combineSelects, readTogether } from '../db/combine-selects';
import { followOwnTopic, readTopicState } from '../messages/automatic-policy';
import { hasDeletePermission, removeMessages } from '../messages/delete';
import {
  checkRecipients,
  findTopic,
  requireCanSend,
  sendToDestination,
} from '../messages/destination';
import { normaliseContent, truncateTopic } from '../messages/normalise';
import { isPersonalClient } from '../messages/personal-client';
import { loadActiveSubscribers } from '../messages/receivers';
import { sendToTopic } from '../messages/send';
import { loadNotificationPreferences } from '../messages/notification-preferences';
import { accessLockedMessage, accessMessage } from '../narrow/find';
import { renderText } from '../markdown/render-text';
import type * as api from '$lib/api/message-reports';
import { and, eq } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { messageMarkdownLink, mentionMarkdown, withQuote } from '../messages/quote';
import { realmSettingOf } from '../realm/settings';
import { asNotificationBot } from '../users/notification-bot';

const maxDescriptionLength = 1000;

/** https://zulip.com/api/report-message */
const reportMessageHandler: OperationHandler<typeof api.reportMessage> = async (
  context,
  { message_id, report_type, description: given = '' },
) => {
  const description = readDescription(given);
  const found = await accessMessage(context, message_id);
  const stream = await moderationChannel(context);
  const bot = await asNotificationBot(context);
  if (!stream || !bot) throw badRequest("This organization doesn't accept reports of messages.");
  if (report_type === 'other' && description === '')
    throw badRequest('An explanation is required.');

  const { tx, user } = context;
  const [sender] = await tx.select().from(users).where(eq(users.id, found.row.sender_id));
  const link = await messageMarkdownLink(context, found);
  const head = `${mentionMarkdown(user, '@_')} reported ${link}. Reason: **${report_type}**`;
  const reasons = description === '' ? head : withQuote(head, description);
  const content = withQuote(
    `${reasons}\n\n${mentionMarkdown(sender!, '@_')} wrote:`,
    found.row.content,
  );
  const topic =
    stream.topics_policy === 'empty_topic_only' ? '' : truncateTopic(`About ${sender!.full_name}`);
  await sendToTopic(bot, stream, topic, { content, readBySender: true });
  return {};
};

function readDescription(given: string): string {
  const description = given.trim();
  if (description.includes('\0')) throw badRequest('description must not contain null bytes');
  if ([...description].length > maxDescriptionLength) {
    throw badRequest(`description is too long (limit: ${maxDescriptionLength} characters)`);
  }
  return description;
}

/** Undefined if the organization has chosen none, or it is gone. */
async function moderationChannel({ tx, realm }: ServiceContext): Promise<StreamRow | undefined> {
  const id = realmSettingOf(realm, 'moderation_request_channel_id');
  const [stream] = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.id, id), eq(streams.realm_id, realm.id), eq(streams.is_archived, false)));
  return stream;
}

export const messageHandlers = {
  async sendMessage(given, params) {
    const context = { ...given, tx: combineSelects(given.tx) };
    const { type, to, topic, queue_id, local_id } = params;
    const content = normaliseContent(params.content);
    const outgoing = {
      content,
      readBySender: params.read_by_sender ?? isPersonalClient(context.request.client),
      widget: params.widget_content,
      ...(queue_id !== undefined && local_id !== undefined && { echo: { queue_id, local_id } }),
    };
    if (type !== 'stream' && type !== 'channel') {
      const [destination, preferences] = await readTogether([
        checkRecipients(context, to),
        loadNotificationPreferences(context, content),
      ]);
      return { id: await sendToDestination(context, destination, { ...outgoing, preferences }) };
    }
    const destination = await findTopic(context, to, topic);
    const { stream } = destination;
    const [preferences, state] = await readTogether([
      loadNotificationPreferences(context, content),
      readTopicState(context, stream, destination.topic),
      loadActiveSubscribers(context, stream.id),
      requireCanSend(context, destination),
    ]);
    const id = await sendToDestination(context, destination, { ...outgoing, preferences });
    const policy = await followOwnTopic(context, stream, destination.topic, 'sent', state);
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
