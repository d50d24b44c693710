import * as v from 'valibot';
import { defineOperation, inPath, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

const message_id = inPath(integer);
const emoji_code = optional(text(shortText));
const reaction_type = optional(
  text(v.picklist(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'])),
);

/** https://zulip.com/api/add-reaction */
export const addReaction = defineOperation({
  id: 'addReaction',
  route: 'POST /messages/{message_id}/reactions',
  params: { message_id, emoji_name: text(shortText), emoji_code, reaction_type },
});

/** Identifies the emoji by name or by code. https://zulip.com/api/remove-reaction */
export const removeReaction = defineOperation({
  id: 'removeReaction',
  route: 'DELETE /messages/{message_id}/reactions',
  params: { message_id, emoji_name: optional(text(shortText)), emoji_code, reaction_type },
});
