import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, list, maxIdsPerCall, topicText, shortText } from './value-schemas';
import { narrowParameter } from './narrow';

const op = text(v.picklist(['add', 'remove']));
/** `read`, `starred` or `collapsed`; only the server sets the others. */
const flag = text(shortText);
const ignored = v.optional(v.array(v.number()));

/** https://zulip.com/api/update-message-flags */
export const updateMessageFlags = defineOperation({
  id: 'updateMessageFlags',
  route: 'POST /messages/flags',
  params: { messages: json(list(integer, maxIdsPerCall)), op, flag },
  result: v.object({
    messages: v.array(v.number()),
    ignored_because_not_subscribed_channels: ignored,
  }),
});

/**
 * Like `updateMessageFlags`, for a page of a narrow.
 * https://zulip.com/api/update-message-flags-for-narrow
 */
export const updateMessageFlagsForNarrow = defineOperation({
  id: 'updateMessageFlagsForNarrow',
  route: 'POST /messages/flags/narrow',
  params: {
    anchor: text(shortText),
    include_anchor: optional(json(v.boolean())),
    num_before: json(integer),
    num_after: json(integer),
    narrow: narrowParameter(),
    op,
    flag,
  },
  result: v.object({
    processed_count: v.number(),
    updated_count: v.number(),
    first_processed_id: v.nullable(v.number()),
    last_processed_id: v.nullable(v.number()),
    found_oldest: v.boolean(),
    found_newest: v.boolean(),
    ignored_because_not_subscribed_channels: ignored,
  }),
});

/** https://zulip.com/api/mark-all-as-read */
export const markAllAsRead = defineOperation({
  id: 'markAllAsRead',
  route: 'POST /mark_all_as_read',
  /** False if the server ran out of time: call again. */
  result: v.object({ complete: v.boolean() }),
});

/** https://zulip.com/api/mark-stream-as-read */
export const markStreamAsRead = defineOperation({
  id: 'markStreamAsRead',
  route: 'POST /mark_stream_as_read',
  params: { stream_id: json(integer) },
});

/** https://zulip.com/api/mark-topic-as-read */
export const markTopicAsRead = defineOperation({
  id: 'markTopicAsRead',
  route: 'POST /mark_topic_as_read',
  params: { stream_id: json(integer), topic_name: text(topicText) },
});

/**
 * People who have read a message, except those who hide it. https://zulip.com/api/get-read-receipts
 */
export const getReadReceipts = defineOperation({
  id: 'getReadReceipts',
  route: 'GET /messages/{message_id}/read_receipts',
  params: { message_id: inPath(integer) },
  result: v.object({ user_ids: v.array(v.number()) }),
});
