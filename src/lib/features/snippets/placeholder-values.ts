import type { Account } from '../../client/account/account.svelte';
import { longDate, timeOfDay } from '../../time/format-time';
import { timeStyleOf } from '../../time/time-style';
import { resolveRecipient, type MessageRecipient } from '../../writing/recipients/recipient';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import type { AutoFilledName } from './placeholders';

/** Values that are known everywhere. */
export function globalPlaceholderValues(account: Account): Partial<Record<AutoFilledName, string>> {
  const now = Math.floor(Date.now() / 1000);
  const style = timeStyleOf(account);
  const minute = now - (now % 60);
  return { date: longDate(now, style), time: timeOfDay(minute, style), me: account.full_name };
}

/** Values that depend on a box's recipient. Absent if not chosen yet. */
export function boxPlaceholderValues(
  account: Account,
  recipient: MessageRecipient,
): Partial<Record<AutoFilledName, string>> {
  const address = resolveRecipient(recipient, account);
  const now = globalPlaceholderValues(account);
  if (address.kind === 'channel') {
    return {
      ...now,
      recipient: recipientLabel(recipient, account),
      ...(address.channel && { channel: address.channel.name }),
      ...(address.topic && { topic: address.topic }),
    };
  }
  if (address.kind === 'none') return now;
  const others = recipient.to.filter((id) => id !== account.user_id);
  const to = others.length > 0 ? others : recipient.to;
  return { ...now, recipient: recipientLabel({ ...recipient, to }, account) };
}
