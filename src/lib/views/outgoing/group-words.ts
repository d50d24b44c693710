import { m } from '$lib/paraglide/messages';
import type { Group } from './entry';

export const groupWords: Readonly<Record<Group, () => string>> = {
  failed: m.outgoing_group_failed,
  sending: m.outgoing_group_sending,
  scheduled: m.outgoing_group_scheduled,
  reminder: m.outgoing_group_reminder,
  draft: m.outgoing_group_draft,
};
