import { useAccount } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import { useDrafts } from '../../features/drafts/context';
import {
  conversationKeysOf,
  scheduledConversationKeys,
} from '../../writing/recipients/conversation-key';

/**
 * Milliseconds after the last change of a draft, so that no key press waits for a scan of thousands
 * of drafts.
 */
const settleDelay = 150;

/**
 * Which conversations have a draft or a scheduled message, by `conversationKey`. The sets stay the
 * same objects while nothing in them changes, whatever the user types. Call it during component
 * initialization.
 */
export function useConversationIndicators() {
  const account = useAccount();
  const drafts = useDrafts();
  let withDraft = $state.raw<ReadonlySet<string>>(new Set());
  $effect(() => {
    void drafts.revision;
    return setLongTimeout(settleDelay, () => {
      const found = conversationKeysOf(drafts.shown.map(({ body }) => body));
      if (!areSame(found, withDraft)) withDraft = found;
    });
  });
  const messages = $derived.by(() => account.state?.scheduled_messages);
  const withScheduled = $derived(scheduledConversationKeys(messages));
  return {
    get drafts(): ReadonlySet<string> {
      return withDraft;
    },
    get scheduled(): ReadonlySet<string> {
      return withScheduled;
    },
    get draftCount(): number {
      return drafts.order.length;
    },
  };
}

function areSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((key) => other.has(key));
}
