import type { Account } from '../../client/account.svelte';
import { dayLong, timeOfDay } from '../../time/format';
import { styleOf } from '../../time/style';
import { addressOf, type Recipient } from '../../writing/recipient';
import { recipientWords } from '../../writing/recipient-words';
import type { FilledName } from './blanks';

/** What can be filled in anywhere. */
export function valuesNow(account: Account): Partial<Record<FilledName, string>> {
  const now = Math.floor(Date.now() / 1000);
  const style = styleOf(account);
  const minute = now - (now % 60);
  return { date: dayLong(now, style), time: timeOfDay(minute, style), me: account.full_name };
}

/** What a box knows: to whom its text goes. What is not chosen yet is absent. */
export function valuesOf(
  account: Account,
  recipient: Recipient,
): Partial<Record<FilledName, string>> {
  const address = addressOf(recipient, account);
  const now = valuesNow(account);
  if (address.kind === 'channel') {
    return {
      ...now,
      recipient: recipientWords(recipient, account),
      ...(address.channel && { channel: address.channel.name }),
      ...(address.topic && { topic: address.topic }),
    };
  }
  if (address.kind === 'none') return now;
  const others = recipient.to.filter((id) => id !== account.user_id);
  const to = others.length > 0 ? others : recipient.to;
  return { ...now, recipient: recipientWords({ ...recipient, to }, account) };
}
