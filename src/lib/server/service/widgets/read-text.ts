import type { WidgetContent } from '$lib/api/widgets';

const maxOptions = 1000;

/**
 * The widget of a text that starts with `/poll` or `/todo`: the rest of its first line is the
 * question or title, and each further line an option or a task. Null for all other texts.
 * https://zulip.com/help/create-a-poll, https://zulip.com/help/collaborative-to-do-lists
 */
export function readWidgetText(text: string): WidgetContent | null {
  const [, kind, rest] = /^\/(poll|todo)(?=\s|$)(.*)$/s.exec(text) ?? [];
  if (kind === undefined || rest === undefined) return null;
  const [first = '', ...lines] = rest.split(/\r\n|[\n\r]/);
  const entries = lines.map(withoutBullet).filter((line) => line !== '');
  if (kind === 'poll') {
    const extra_data = { question: first.trim(), options: entries.slice(0, maxOptions) };
    return { widget_type: 'poll', extra_data };
  }
  const tasks = entries.slice(0, maxOptions).map((entry) => {
    const at = entry.indexOf(': ');
    return at < 0
      ? { task: entry, desc: '' }
      : { task: entry.slice(0, at).trim(), desc: entry.slice(at + 2).trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: first.trim(), tasks } };
}

/** Lines can be written as list items. */
function withoutBullet(line: string): string {
  return line.trim().replace(/^[-*]/, '').trim();
}
