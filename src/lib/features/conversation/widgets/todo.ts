import * as v from 'valibot';
import type { Message } from '../../../api/read-messages';
import { todoEvent } from '../../../api/widget-events';
import { readWidget } from './submessages';

export interface TodoTask {
  /** Identifies the task when it is ticked: its number and the id of the user who added it. */
  readonly key: string;
  readonly task: string;
  readonly desc: string;
  readonly completed: boolean;
}

export interface TodoList {
  readonly title: string;
  readonly tasks: readonly TodoTask[];
  /** Number of the user's next task. */
  readonly nextKey: number;
}

/** Highest number of a task. */
const maxTasks = 1000;

const todoStart = v.object({
  widget_type: v.literal('todo'),
  extra_data: v.nullish(
    v.object({
      task_list_title: v.optional(v.string(), ''),
      tasks: v.optional(
        v.array(v.object({ task: v.string(), desc: v.optional(v.string(), '') })),
        [],
      ),
    }),
  ),
});

/**
 * A to-do list's state after all its submessages; null if the message is no to-do list. For any
 * submessages, each task appears once. https://zulip.com/help/collaborative-to-do-lists
 */
export function todoOf(message: Message, own: number | undefined): TodoList | null {
  const life = readWidget(message, todoStart);
  if (!life) return null;
  const { task_list_title = '', tasks: given = [] } = life.begun.extra_data ?? {};
  let title = task_list_title;
  let nextKey = 2;
  const tasks = new Map<string, TodoTask>();
  const add = (task: TodoTask) => {
    const isThere = [...tasks.values()].some((one) => one.task === task.task);
    if (!isThere && !tasks.has(task.key)) tasks.set(task.key, task);
  };
  given
    .slice(0, maxTasks)
    .forEach((task, index) => add({ ...task, key: `${index},canned`, completed: false }));
  for (const { by, content } of life.events) {
    const event = v.safeParse(todoEvent, content);
    if (!event.success) continue;
    const { output } = event;
    if (output.type === 'new_task_list_title') {
      if (by === message.sender_id) title = output.title;
    } else if (output.type === 'new_task') {
      const { key: number, task, desc, completed } = output;
      if (number > maxTasks) continue;
      add({ key: `${number},${by}`, task, desc, completed });
      if (by === own) nextKey = Math.max(nextKey, number + 1);
    } else {
      const task = tasks.get(output.key);
      if (task) tasks.set(task.key, { ...task, completed: !task.completed });
    }
  }
  return { title, tasks: [...tasks.values()], nextKey };
}
