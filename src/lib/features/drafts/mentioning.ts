import { m } from '$lib/paraglide/messages';
import { mentionQuestion } from '../../writing/mentions/ask';
import type { Desk } from './desk.svelte';

/** Those of them whose mentions need no question; of the others it is said that their boxes ask. */
export async function unquestioned(
  desk: Desk,
  keys: readonly string[],
): Promise<readonly string[]> {
  const clear = await Promise.all(
    keys.map(async (key) => {
      const body = desk.drafts.get(key)?.body;
      return body && (await mentionQuestion(desk.account, body, body.content)) === null ? key : [];
    }),
  );
  const ready = clear.flat();
  if (ready.length < keys.length) {
    desk.toasts.show({
      key: 'drafts-ask-first',
      text: m.drafts_ask_first({ count: keys.length - ready.length }),
    });
  }
  return ready;
}
