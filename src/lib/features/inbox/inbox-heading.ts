import { m } from '$lib/paraglide/messages';
import type { InboxItem } from './inbox-items';

const words = {
  me: m.inbox_section_me,
  followed: m.inbox_section_followed,
  later: m.inbox_section_later,
};

/** Heading of the section that a row is in. `folderName` names the folders of section `rest`. */
export function inboxHeadingOf(
  { section, folder }: InboxItem,
  folderName: (id: number | null) => string,
): string {
  return section === 'rest' ? folderName(folder) : words[section]();
}
