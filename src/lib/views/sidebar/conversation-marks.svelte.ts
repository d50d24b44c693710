import { useAccount } from '../../client/account.svelte';
import { useDrafts } from '../../features/drafts/context';
import { conversationKey } from '../../writing/conversation-key';
import type { Recipient } from '../../writing/recipient';

/**
 * Which conversations have a draft, and which a scheduled message, by `conversationKey`. The sets are the
 * same while nothing changes in them, whatever is written meanwhile. Call it while a component starts.
 */
export function useConversationMarks() {
  const account = useAccount();
  const drafts = useDrafts();
  const keysOf = (all: readonly Recipient[]) =>
    [...new Set(all.filter(({ to }) => to.length > 0).map(conversationKey))].sort().join('\n');
  const draftKeys = $derived(keysOf(drafts.shown.map(({ body }) => body)));
  const scheduledKeys = $derived(
    keysOf(
      (account.state?.scheduled_messages ?? []).map((one) => ({
        type: one.type,
        to: typeof one.to === 'number' ? [one.to] : one.to,
        topic: 'topic' in one ? (one.topic ?? '') : '',
      })),
    ),
  );
  const withDraft = $derived(new Set(draftKeys.split('\n')));
  const withScheduled = $derived(new Set(scheduledKeys.split('\n')));
  return {
    get drafts(): ReadonlySet<string> {
      return withDraft;
    },
    get scheduled(): ReadonlySet<string> {
      return withScheduled;
    },
    get draftCount(): number {
      return drafts.shown.length;
    },
  };
}
