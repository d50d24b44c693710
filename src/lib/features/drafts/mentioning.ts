import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { mentionQuestion } from '../../writing/mentions/ask';
import type { Drafts } from './drafts.svelte';

interface Needs {
  readonly drafts: Drafts;
  readonly account: Account;
  readonly toasts: Toasts;
}

/** Those of them whose mentions need no question; of the others it is said that their boxes ask. */
export async function unquestioned(
  { drafts, account, toasts }: Needs,
  keys: readonly string[],
): Promise<readonly string[]> {
  const clear = await Promise.all(
    keys.map(async (key) => {
      const body = drafts.get(key)?.body;
      return body && (await mentionQuestion(account, body, body.content)) === null ? key : [];
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
