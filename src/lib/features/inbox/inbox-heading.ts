import { m } from '$lib/paraglide/messages';
import type { InboxItem } from './inbox-items';

const words = {
  me: m.inbox_section_me,
  followed: m.inbox_section_followed,
  later: m.inbox_section_later,
};

/** What stands over a row, by the name of a folder; undefined under the same as the one before. */
export function inboxHeadingOf(
  row: InboxItem,
  before: InboxItem | undefined,
  folderName: (id: number | null) => string,
): string | undefined {
  const wordsOf = ({ section, folder }: InboxItem) =>
    section === 'rest' ? folderName(folder) : words[section]();
  return before && wordsOf(before) === wordsOf(row) ? undefined : wordsOf(row);
}
