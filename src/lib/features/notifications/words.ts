import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import { styleOf } from '../../time/style';
import type { Directory, Recipient } from '../../writing/recipient';
import { recipientWords } from '../../writing/recipient-words';
import { textOf } from '../../writing/text-of';

/** Of a message what a notification shows. */
export interface Shown {
  readonly id: number;
  readonly sender_id: number;
  readonly name: string;
  /** HTML. */
  readonly content: string;
}

type Reader = Directory & Pick<Account, 'user' | 'setting'>;

/** "Ana (#design › logo)" and "The new one … (+3)"; of direct messages the words only where wished. */
export function noticeWords(recipient: Recipient, messages: readonly Shown[], account: Reader) {
  const last = messages.at(-1);
  const name = account.user(last?.sender_id)?.full_name ?? last?.name ?? '';
  const isDirect = recipient.type !== 'stream';
  const isAlone = isDirect && recipient.to.length === 1;
  const title = isAlone
    ? name
    : m.notices_title({ name, place: recipientWords(recipient, account) });
  const isHidden = isDirect && account.setting('pm_content_in_desktop_notifications') === false;
  const text =
    isHidden || !last
      ? m.notices_hidden()
      : textOf(last.content, styleOf(account)) || m.notices_picture();
  const more = messages.length - 1;
  return { title, body: more > 0 ? m.notices_more({ text, count: more }) : text };
}

/** How many places are named. */
const named = 3;

/** What was said while it was quiet. */
export function digestWords(
  conversations: readonly { readonly recipient: Recipient; readonly count: number }[],
  account: Reader,
) {
  const count = conversations.reduce((sum, one) => sum + one.count, 0);
  const places = conversations
    .slice(0, named)
    .map((one) => `${recipientWords(one.recipient, account)} (${one.count})`);
  const more = conversations.length - named;
  const all = more > 0 ? [...places, m.notices_digest_more({ count: more })] : places;
  return { title: m.notices_digest({ count }), body: all.join('\n') };
}
