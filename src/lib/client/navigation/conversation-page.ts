import { foldCase } from '../../api/fold-case';
import type { IncompleteAddress } from './conversation-address';

/**
 * Reads `&near=77`: the message to open at. Without a conversation, that message's conversation is
 * meant.
 */
export function nearParam(params: URLSearchParams): number | undefined {
  return idIn(params.get('near'));
}

/**
 * Reads `&with=77`: the conversation this message is in now, or the named one if the message is
 * gone.
 */
export function withParam(params: URLSearchParams): number | undefined {
  return idIn(params.get('with'));
}

const idIn = (text: string | null) =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/**
 * Whether opening `next` adds a history entry, so that Back returns to `open`. Going to the list,
 * and what a new conversation leads to, replace the entry.
 */
export function isNavigationStep(
  open: IncompleteAddress | 'new' | null,
  next: IncompleteAddress | 'new' | null,
): boolean {
  if (next === null || open === 'new') return false;
  return next === 'new' || open === null || !isSame(open, next);
}

function isSame(one: IncompleteAddress, other: IncompleteAddress): boolean {
  const keyOf = ({ type, to, topic }: IncompleteAddress) =>
    `${type} ${to.join()} ${foldCase(topic)}`;
  return keyOf(one) === keyOf(other);
}

/** The conversation's URL with the empty topic, which servers show under a name. */
export function emptyTopicHref(params: URLSearchParams): string {
  const query = new URLSearchParams(params);
  query.set('topic', '');
  return `/conversation?${query}`;
}
