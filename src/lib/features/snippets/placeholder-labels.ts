import { m } from '$lib/paraglide/messages';
import type { AutoFilledName } from './placeholders';

export const placeholderLabels: Readonly<Record<AutoFilledName, () => string>> = {
  date: m.snippets_blank_date,
  time: m.snippets_blank_time,
  me: m.snippets_blank_me,
  recipient: m.snippets_blank_recipient,
  channel: m.snippets_blank_channel,
  topic: m.snippets_blank_topic,
  selection: m.snippets_blank_selection,
  clipboard: m.snippets_blank_clipboard,
};
