import type { Account } from '../../client/account.svelte';
import type { Desk as DraftDesk } from '../../features/drafts/desk.svelte';
import { reasonWords } from '../../features/drafts/draft-words';
import { ScheduleDesk } from '../../features/scheduled/messages/desk.svelte';
import { LinkedFiles } from '../../features/uploads/linked';
import type { Toasts } from '../../ui/toasts.svelte';

/** The scheduled messages beside the drafts and files that they need; make it while a component starts. */
export function createScheduleDesk(
  account: Account,
  toasts: Toasts,
  draftDesk: DraftDesk,
): ScheduleDesk {
  const { drafts } = draftDesk;
  const files = new LinkedFiles(account);
  return new ScheduleDesk(account, toasts, { drafts, draftDesk, files, reasonWords });
}
