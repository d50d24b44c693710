import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { topicForLevel } from './topic';
import { integer, topicText, shortText } from './value-schemas';

/**
 * 0: like the channel, 1: muted, 2: unmuted, 3: followed. https://zulip.com/api/update-user-topic
 */
export const updateUserTopic = defineOperation({
  id: 'updateUserTopic',
  route: 'POST /user_topics',
  since: 170,
  params: {
    stream_id: json(integer),
    topic: text(topicText, { wordedFor: topicForLevel }),
    visibility_policy: json(v.picklist([0, 1, 2, 3])),
  },
});

/** Deprecated since level 170. https://zulip.com/api/mute-topic */
export const muteTopic = defineOperation({
  id: 'muteTopic',
  route: 'PATCH /users/me/subscriptions/muted_topics',
  params: {
    /** Exactly one of the two. */
    stream_id: optional(json(integer)),
    stream: optional(text(shortText)),
    topic: text(topicText, { wordedFor: topicForLevel }),
    op: text(v.picklist(['add', 'remove'])),
  },
});
