import { levelOf } from '../../api/feature-level';
import type { Account } from '../../client/account/account.svelte';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { formatQuery, makeTerm, type SearchTerm } from './query-grammar';
import { channelOperand, peopleOperand, type SearchCatalog } from './search-catalog';

/** The account's directory in the form searches need. */
export function searchCatalogOf(account: Account): SearchCatalog {
  const { user_id, users, channels, state } = account;
  return { user_id, users, channels, level: levelOf(state), isWhole: state !== null };
}

/** Search that finds all messages of a conversation, for the user to add words to. */
export function searchWithin({ type, to, topic }: MessageRecipient, account: Account): string {
  const known = searchCatalogOf(account);
  const [channel] = to;
  const terms: readonly SearchTerm[] =
    type === 'stream' && channel !== undefined
      ? [makeTerm('channel', channelOperand(channel, known)), makeTerm('topic', topic)]
      : [makeTerm('dm', peopleOperand(to, known))];
  return formatQuery(terms);
}

/** The same for a whole channel. */
export function searchInChannel(stream_id: number, account: Account): string {
  return formatQuery([makeTerm('channel', channelOperand(stream_id, searchCatalogOf(account)))]);
}
