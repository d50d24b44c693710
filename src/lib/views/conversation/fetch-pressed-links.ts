import { on } from 'svelte/events';
import type { AccountStores } from '../../client/account/account-stores.svelte';
import { parseConversation } from '../../client/navigation/conversation-address';
import { nearParam, withParam } from '../../client/navigation/conversation-page';
import { fetchMessageListAhead } from '../../features/conversation/list/message-list.svelte';
import { useMessageLists } from '../../features/conversation/list/message-lists.svelte';

/**
 * Fetches the messages of a conversation when a mouse button goes down on a link to it: until the
 * click ends, much of the reply is here. The returned function stops it.
 */
export function fetchPressedLinks(stores: AccountStores): () => void {
  return on(window, 'pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    // Opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element))
      return;
    const link = event.target.closest<HTMLAnchorElement>('a[href^="/conversation?"]');
    if (!link) return;
    const { searchParams } = new URL(link.href);
    const recipient = parseConversation(searchParams);
    if (!recipient || (nearParam(searchParams) ?? withParam(searchParams)) !== undefined) return;
    fetchMessageListAhead(useMessageLists(stores), { kind: 'conversation', recipient });
  });
}
