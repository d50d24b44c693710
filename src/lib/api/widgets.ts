import * as v from 'valibot';
import { list, textUpTo } from './value-schemas';

/** Text of a question, an option or a task. */
const words = textUpTo(10_000);
const maxWidgetOptions = 1000;

/** The widget shown with a message's text, and its initial content. */
export const widgetContent = v.variant('widget_type', [
  v.object({
    widget_type: v.literal('poll'),
    extra_data: v.object({ question: words, options: list(words, maxWidgetOptions) }),
  }),
  v.object({
    widget_type: v.literal('todo'),
    extra_data: v.object({
      task_list_title: words,
      tasks: list(v.object({ task: words, desc: words }), maxWidgetOptions),
    }),
  }),
  // A bot's buttons; each sends its reply.
  v.object({
    widget_type: v.literal('zform'),
    extra_data: v.object({
      type: v.literal('choices'),
      heading: words,
      choices: list(
        v.object({ type: words, short_name: words, long_name: words, reply: words }),
        maxWidgetOptions,
      ),
    }),
  }),
]);
export type WidgetContent = v.InferOutput<typeof widgetContent>;
