import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { loadMentionWarning } from '../../writing/mentions/load-mention-warning';
import type { AccountDrafts } from './account-drafts.svelte';

interface Needs {
  readonly drafts: AccountDrafts;
  readonly account: Account;
  readonly toasts: ToastQueue;
}

/**
 * Keys of drafts whose mentions need no confirmation. A toast says that the boxes of the others
 * ask.
 */
export async function keysWithoutMentionQuestion(
  { drafts, account, toasts }: Needs,
  keys: readonly string[],
): Promise<readonly string[]> {
  const clear = await Promise.all(
    keys.map(async (key) => {
      const body = drafts.get(key)?.body;
      return body && (await loadMentionWarning(account, body, body.content)) === null ? key : [];
    }),
  );
  const ready = clear.flat();
  if (ready.length < keys.length) {
    toasts.show({
      key: 'drafts-ask-first',
      text: m.drafts_ask_first({ count: keys.length - ready.length }),
    });
  }
  return ready;
}
