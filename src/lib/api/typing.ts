import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, list, maxConversationPeople, topicText } from './value-schemas';
import { topicForLevel } from './topic';

const op = text(v.picklist(['start', 'stop']));

/** https://zulip.com/api/set-typing-status */
export const setTypingStatus = defineOperation({
  id: 'setTypingStatus',
  route: 'POST /typing',
  params: {
    type: optional(text(v.picklist(['direct', 'private', 'stream', 'channel']))),
    op,
    /** For direct messages: ids of the people; the caller's own is optional. */
    to: optional(json(list(integer, maxConversationPeople))),
    stream_id: optional(json(integer)),
    topic: optional(text(topicText, { wordedFor: topicForLevel })),
  },
});

/** https://zulip.com/api/set-typing-status-for-message-edit */
export const setTypingStatusForMessageEdit = defineOperation({
  id: 'setTypingStatusForMessageEdit',
  route: 'POST /messages/{message_id}/typing',
  params: { message_id: inPath(integer), op },
  since: 361,
});
