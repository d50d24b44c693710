import { useAccount } from '../../client/account.svelte';
import { after } from '../../client/after';
import { useDrafts } from '../../features/drafts/context';
import { keysOf, scheduledKeys } from '../../writing/conversation-key';

/** Milliseconds after the last change of a draft. No key waits for thousands of drafts to be looked at. */
const quiet = 150;

/**
 * Which conversations have a draft, and which a scheduled message, by `conversationKey`. The sets are the
 * same while nothing changes in them, whatever is written meanwhile. Call it while a component starts.
 */
export function useConversationMarks() {
  const account = useAccount();
  const drafts = useDrafts();
  let withDraft = $state.raw<ReadonlySet<string>>(new Set());
  $effect(() => {
    const all = drafts.shown;
    return after(quiet, () => {
      const found = keysOf(all.map(({ body }) => body));
      if (!areSame(found, withDraft)) withDraft = found;
    });
  });
  const messages = $derived.by(() => account.state?.scheduled_messages);
  const withScheduled = $derived(scheduledKeys(messages));
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
