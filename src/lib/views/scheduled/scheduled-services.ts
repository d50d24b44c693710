import { useAccount } from '../../client/account/account.svelte';
import { useOutbox } from '../../client/outbox/outbox.svelte';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import { useToasts } from '../../client/toasts';
import { useDraftActions } from '../../features/drafts/draft-actions.svelte';
import { draftReasonLabel } from '../../features/drafts/draft-labels';
import { ScheduledMessageEditing } from '../../features/scheduled/scheduled-message-editing.svelte';
import { ScheduledMessageActions } from '../../features/scheduled/messages/scheduled-message-actions.svelte';
import { useRecurringMessageActions } from '../../features/scheduled/recurrence/recurring-message-actions.svelte';
import { LinkedFiles } from '../../features/uploads/linked-files';

/**
 * The account's scheduled messages with the drafts and files they need; call it during component
 * initialization.
 */
export function useScheduledServices() {
  const [stores, account, toasts, outbox] = [
    useAccountStores(),
    useAccount(),
    useToasts(),
    useOutbox(),
  ];
  const draftActions = useDraftActions();
  const { drafts } = draftActions;
  const createFiles = () => new LinkedFiles(account);
  const ports = { drafts, draftActions, createFiles, reasonLabel: draftReasonLabel };
  const actions = stores.getOrCreate(
    ScheduledMessageActions,
    () => new ScheduledMessageActions(account, toasts, outbox, ports),
  );
  const editing = stores.getOrCreate(
    ScheduledMessageEditing,
    () => new ScheduledMessageEditing(account, actions),
  );
  return { actions, editing, recurringActions: useRecurringMessageActions() };
}
