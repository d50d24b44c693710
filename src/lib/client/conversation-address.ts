/** A conversation, as addresses of pages name it. */
export interface Conversation {
  readonly type: 'stream' | 'private';
  /** The channel's id, or those of the people. */
  readonly to: readonly number[];
  readonly topic: string;
}

/** `?channel=5&topic=x` or `?dm=8,9`; null where an address names no conversation. */
export function conversationOf(params: URLSearchParams): Conversation | null {
  const [channel] = idsOf(params.get('channel'));
  if (channel !== undefined) {
    return { type: 'stream', to: [channel], topic: params.get('topic') ?? '' };
  }
  const people = idsOf(params.get('dm'));
  return people.length > 0 ? { type: 'private', to: people, topic: '' } : null;
}

/** What `conversationOf` reads. */
export function conversationQuery({ type, to, topic }: Conversation): URLSearchParams {
  return type === 'private'
    ? new URLSearchParams({ dm: to.join(',') })
    : new URLSearchParams({ channel: String(to[0]), topic });
}

/** Where a conversation is shown; undefined before it is whole. */
export function conversationHref({
  type,
  to,
  topic,
}: Omit<Conversation, 'type'> & { readonly type: '' | Conversation['type'] }): string | undefined {
  if (type === '' || to.length === 0) return undefined;
  return `/conversation?${conversationQuery({ type, to, topic })}`;
}

function idsOf(text: string | null): readonly number[] {
  return (text ?? '')
    .split(',')
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number);
}
