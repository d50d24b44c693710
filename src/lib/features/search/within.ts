import { levelOf } from '../../api/level';
import type { Account } from '../../client/account.svelte';
import type { Recipient } from '../../writing/recipient';
import { format, term, type Term } from './grammar';
import { channelOperand, peopleOperand, type Known } from './known';

/** The account's directory, as searches read it. */
export function knownTo(account: Account): Known {
  const { user_id, users, channels, state } = account;
  return { user_id, users, channels, level: levelOf(state), isWhole: state !== null };
}

/** What finds all messages of a conversation, to be narrowed down by words. */
export function searchWithin({ type, to, topic }: Recipient, account: Account): string {
  const known = knownTo(account);
  const [channel] = to;
  const terms: readonly Term[] =
    type === 'stream' && channel !== undefined
      ? [term('channel', channelOperand(channel, known)), term('topic', topic)]
      : [term('dm', peopleOperand(to, known))];
  return format(terms);
}

/** The same of a whole channel. */
export function searchInChannel(stream_id: number, account: Account): string {
  return format([term('channel', channelOperand(stream_id, knownTo(account)))]);
}
