import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { recipientWords } from '../../writing/recipient-words';
import type { Drafts } from './drafts.svelte';

/** Tells of each text that was taken away while it was written, with a way back. The result stops it. */
export function tellOfCleared(drafts: Drafts, account: Account, toasts: Toasts): () => void {
  return drafts.onCleared(({ id, local, body }) =>
    toasts.show({
      key: `drafts-cleared-${local}`,
      text:
        body.type === ''
          ? m.drafts_cleared()
          : m.drafts_cleared_one({ recipient: recipientWords(body, account) }),
      action: { label: m.drafts_undo(), run: () => drafts.bringBack([id]) },
    }),
  );
}
