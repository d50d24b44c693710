import { foldCase } from '../../api/fold-case';

/** A conversation, as addresses of pages name it. */
export interface ConversationAddress {
  readonly type: 'stream' | 'private';
  /** The channel's id, or those of the people. */
  readonly to: readonly number[];
  readonly topic: string;
}

/** One that may not be whole yet: to nobody. */
type Named = Omit<ConversationAddress, 'type'> & {
  readonly type: '' | ConversationAddress['type'];
};

/** `?channel=5&topic=x` or `?dm=8,9`; null where an address names no conversation. */
export function parseConversation(params: URLSearchParams): ConversationAddress | null {
  const [channel] = idsOf(params.get('channel'));
  if (channel !== undefined) {
    return { type: 'stream', to: [channel], topic: params.get('topic') ?? '' };
  }
  const people = idsOf(params.get('dm'));
  return people.length > 0 ? { type: 'private', to: people, topic: '' } : null;
}

/** `&near=77`: the message at which it is opened. Alone, the conversation is where that message is. */
export function nearParam(params: URLSearchParams): number | undefined {
  return idIn(params.get('near'));
}

/** `&with=77`: the conversation that this message is in by now; the one that is named where it is gone. */
export function withParam(params: URLSearchParams): number | undefined {
  return idIn(params.get('with'));
}

const idIn = (text: string | null) =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Where a message is shown among those around it, whatever its conversation. */
export function messageHref(id: number): string {
  return `/conversation?near=${id}`;
}

/** What `parseConversation` reads. */
export function conversationQuery({ type, to, topic }: ConversationAddress): URLSearchParams {
  return type === 'private'
    ? new URLSearchParams({ dm: to.join(',') })
    : new URLSearchParams({ channel: String(to[0]), topic });
}

/** Where a conversation is shown, at its end or at one message; undefined before it is whole. */
export function conversationHref({ type, to, topic }: Named, near?: number): string | undefined {
  if (type === '' || to.length === 0) return undefined;
  const query = conversationQuery({ type, to, topic });
  if (near !== undefined) query.set('near', String(near));
  return `/conversation?${query}`;
}

/** Where a conversation is shown that may have been moved since, by a message in it. */
export function conversationWithHref(conversation: ConversationAddress, id = 0): string {
  const query = conversationQuery(conversation);
  query.set('with', String(id));
  return `/conversation?${query}`;
}

/** The same address for messages without a topic, which servers show under a name. */
export function emptyTopicHref(params: URLSearchParams): string {
  const query = new URLSearchParams(params);
  query.set('topic', '');
  return `/conversation?${query}`;
}

/**
 * Whether Back leads from the next one to what is open: the way to the list, and what a question leads
 * to, take its place.
 */
export function isNavigationStep(open: Named | 'new' | null, next: Named | 'new' | null): boolean {
  if (next === null || open === 'new') return false;
  return next === 'new' || open === null || !isSame(open, next);
}

function isSame(one: Named, other: Named): boolean {
  const keyOf = ({ type, to, topic }: Named) => `${type} ${to.join()} ${foldCase(topic)}`;
  return keyOf(one) === keyOf(other);
}

/** Where a topic is begun in a channel. */
export function newTopicHref(stream_id: number): string {
  return `/conversation?new&channel=${stream_id}`;
}

/** Where messages are looked for, by words and terms as people type them. */
export function searchHref(query: string): string {
  return `/search?${new URLSearchParams({ q: query })}`;
}

function idsOf(text: string | null): readonly number[] {
  return (text ?? '')
    .split(',')
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number);
}
