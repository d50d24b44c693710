import { m } from '$lib/paraglide/messages';
import type { InboxItem } from './inbox-items';

const words = {
  me: m.inbox_section_me,
  followed: m.inbox_section_followed,
  later: m.inbox_section_later,
};

/**
 * Heading above a row, or undefined if the previous row has the same one. `folderName` names the
 * folders of section `rest`.
 */
export function inboxHeadingOf(
  row: InboxItem,
  before: InboxItem | undefined,
  folderName: (id: number | null) => string,
): string | undefined {
  const wordsOf = ({ section, folder }: InboxItem) =>
    section === 'rest' ? folderName(folder) : words[section]();
  return before && wordsOf(before) === wordsOf(row) ? undefined : wordsOf(row);
}
