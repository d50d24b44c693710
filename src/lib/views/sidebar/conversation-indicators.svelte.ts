import { useAccount } from '../../client/account/account.svelte';
import { setLongTimeout } from '../../client/set-long-timeout';
import { useDrafts } from '../../features/drafts/context';
import {
  conversationKeysOf,
  scheduledConversationKeys,
} from '../../writing/recipients/conversation-key';

/** Milliseconds after the last change of a draft. No key waits for thousands of drafts to be looked at. */
const settleDelay = 150;

/**
 * Which conversations have a draft, and which a scheduled message, by `conversationKey`. The sets are the
 * same while nothing changes in them, whatever is written meanwhile. Call it while a component starts.
 */
export function useConversationIndicators() {
  const account = useAccount();
  const drafts = useDrafts();
  let withDraft = $state.raw<ReadonlySet<string>>(new Set());
  $effect(() => {
    const all = drafts.shown;
    return setLongTimeout(settleDelay, () => {
      const found = conversationKeysOf(all.map(({ body }) => body));
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
      return drafts.shown.length;
    },
  };
}

function areSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((key) => other.has(key));
}
