import type { Account } from '../../client/account/account.svelte';
import { Outbox } from '../../client/outbox/outbox.svelte';
import type { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { outboxReadinessOf } from '../../features/drafts/sync-drafts-with-outbox';
import { scheduledKind } from '../../features/scheduled/messages/outbox-kind';
import { snippetKind } from '../../features/snippets/outbox-kind';
import { reminderKind } from '../../features/reminders/outbox-kind';

/** The account's outbox, with the handlers of all kinds of rows. */
export function createOutbox(account: Account, drafts: AccountDrafts): Outbox {
  const kinds = {
    scheduled: scheduledKind(account),
    snippet: snippetKind(account),
    reminder: reminderKind(account),
  };
  return new Outbox(account, kinds, (change) => outboxReadinessOf(drafts, change));
}
