import * as v from 'valibot';
import { defineOperation, inPath, json, jsonOrText, optional, text } from './define-operation';
import { messageTypes } from './message-types';
import {
  messageText,
  integer,
  list,
  maxConversationPeople,
  topicText,
  shortText,
} from './value-schemas';
import { topicForLevel } from './topic';
import { widgetContent } from './widgets';

/**
 * Sends to a channel (id or name) or to people (ids or email addresses).
 * https://zulip.com/api/send-message
 */
export const sendMessage = defineOperation({
  id: 'sendMessage',
  route: 'POST /messages',
  params: {
    type: text(v.picklist(messageTypes)),
    to: jsonOrText(
      v.union([
        integer,
        shortText,
        list(integer, maxConversationPeople),
        list(shortText, maxConversationPeople),
      ]),
    ),
    content: text(messageText),
    /** Channel messages only. */
    topic: optional(text(topicText, { aliases: ['subject'], wordedFor: topicForLevel })),
    /** With `local_id`: the message's event in this queue returns it as `local_message_id`. */
    queue_id: optional(text(shortText)),
    local_id: optional(text(shortText)),
    read_by_sender: optional(json(v.boolean())),
    /** A poll, for example, to show with the text. Undocumented. */
    widget_content: optional(json(widgetContent)),
  },
  result: v.object({
    id: v.number(),
    automatic_new_visibility_policy: v.optional(v.number()),
  }),
});

/** https://zulip.com/api/delete-message */
export const deleteMessage = defineOperation({
  id: 'deleteMessage',
  route: 'DELETE /messages/{message_id}',
  params: { message_id: inPath(integer) },
});

/** https://zulip.com/api/render-message */
export const renderMessage = defineOperation({
  id: 'renderMessage',
  route: 'POST /messages/render',
  params: { content: text(messageText) },
  result: v.object({ rendered: v.string() }),
});
