import { desc, eq } from 'drizzle-orm';
import { drafts } from '../db/schema/drafts';
import { wireDrafts } from '../drafts/draft';
import { settingOf } from '../users/settings';
import type { StateReader } from './scope';

/** Maximum number of drafts in the state. `GET /drafts` returns all. */
const maxDrafts = 1000;

export const draftStates: Readonly<Record<string, StateReader>> = {
  drafts: async ({ context }) => {
    if (!settingOf(context.user, 'enable_drafts_synchronization')) return { drafts: [] };
    const rows = await context.tx
      .select()
      .from(drafts)
      .where(eq(drafts.user_id, context.user.id))
      .orderBy(desc(drafts.last_edit_time), desc(drafts.id))
      .limit(maxDrafts);
    return { drafts: wireDrafts(rows, context.warnings) };
  },
};
