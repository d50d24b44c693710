import type { Account } from '../../client/account.svelte';
import { Outbox } from '../../client/outbox/outbox.svelte';
import { scheduledKind } from '../../features/scheduled/messages/outbox-kind';
import { snippetKind } from '../../features/snippets/outbox-kind';
import { reminderKind } from '../../features/reminders/outbox-kind';

/** The outbox of an account, for all that can wait in one. */
export function createOutbox(account: Account): Outbox {
  return new Outbox(account, {
    scheduled: scheduledKind(account),
    snippet: snippetKind(account),
    reminder: reminderKind(account),
  });
}
