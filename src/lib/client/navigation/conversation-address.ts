/** A conversation as in page URLs. */
export interface ConversationAddress {
  readonly type: 'stream' | 'private';
  /** The channel's id, or the ids of the people. */
  readonly to: readonly number[];
  readonly topic: string;
}

/** A conversation that may be incomplete, without recipients. */
export type IncompleteAddress = Omit<ConversationAddress, 'type'> & {
  readonly type: '' | ConversationAddress['type'];
};

/** Reads `?channel=5&topic=x` or `?dm=8,9`; null if the URL names no conversation. */
export function parseConversation(params: URLSearchParams): ConversationAddress | null {
  const [channel] = idsOf(params.get('channel'));
  if (channel !== undefined) {
    return { type: 'stream', to: [channel], topic: params.get('topic') ?? '' };
  }
  const people = idsOf(params.get('dm'));
  return people.length > 0 ? { type: 'private', to: people, topic: '' } : null;
}

/** URL of a message among those around it, whatever its conversation. */
export function messageHref(id: number): string {
  return `/conversation?near=${id}`;
}

/** The inverse of `parseConversation`. */
export function conversationQuery({ type, to, topic }: ConversationAddress): URLSearchParams {
  return type === 'private'
    ? new URLSearchParams({ dm: to.join(',') })
    : new URLSearchParams({ channel: String(to[0]), topic });
}

/** URL of a conversation, at its end or at one message; undefined if it is incomplete. */
export function conversationHref(
  { type, to, topic }: IncompleteAddress,
  near?: number,
): string | undefined {
  if (type === '' || to.length === 0) return undefined;
  const query = conversationQuery({ type, to, topic });
  if (near !== undefined) query.set('near', String(near));
  return `/conversation?${query}`;
}

/** URL of a conversation that may have been moved since, found by a message in it. */
export function conversationWithHref(conversation: ConversationAddress, id = 0): string {
  const query = conversationQuery(conversation);
  query.set('with', String(id));
  return `/conversation?${query}`;
}

/** URL for starting a topic in a channel. */
export function newTopicHref(stream_id: number): string {
  return `/conversation?new&channel=${stream_id}`;
}

/** URL of a search, with the query as the user types it. */
export function searchHref(query: string): string {
  return `/search?${new URLSearchParams({ q: query })}`;
}

function idsOf(text: string | null): readonly number[] {
  return (text ?? '')
    .split(',')
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number);
}
