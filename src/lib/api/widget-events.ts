import * as v from 'valibot';
import { defineOperation, json, text } from './define-operation';
import { integer, textUpTo } from './value-schemas';

/** Text of a question, an option or a task. */
const words = textUpTo(10_000);

/** A user's action in a poll. */
export const pollEvent = v.variant('type', [
  v.object({ type: v.literal('vote'), key: words, vote: v.picklist([1, -1]) }),
  v.object({ type: v.literal('new_option'), option: words, idx: v.pipe(integer, v.minValue(0)) }),
  v.object({ type: v.literal('question'), question: words }),
]);

/** A user's action in a to-do list. */
export const todoEvent = v.variant('type', [
  v.object({
    type: v.literal('new_task'),
    key: v.pipe(integer, v.minValue(0)),
    task: words,
    desc: words,
    completed: v.boolean(),
  }),
  v.object({ type: v.literal('strike'), key: words }),
  v.object({ type: v.literal('new_task_list_title'), title: words }),
]);

/** Changes a message's poll or to-do list. All servers have it, undocumented. */
export const sendSubmessage = defineOperation({
  id: 'sendSubmessage',
  route: 'POST /submessage',
  params: {
    message_id: json(integer),
    msg_type: text(v.picklist(['widget'])),
    /** JSON: `pollEvent` or `todoEvent`. */
    content: text(textUpTo(20_000)),
  },
  knownFrom: 'servers',
});
