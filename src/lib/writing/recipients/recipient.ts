import { foldCase } from '../../api/fold-case';
import type { Channel, Subscription } from '../../api/channel';
import { canonicalTopic } from '../../api/topic';
import type { User } from '../../api/user';

/** The recipient of a message, in the API's format. https://zulip.com/api/create-drafts */
export interface MessageRecipient {
  readonly type: '' | 'stream' | 'private';
  readonly to: readonly number[];
  readonly topic: string;
}

/** The people and channels behind ids; implemented by `client/account/account`. */
export interface RecipientDirectory {
  readonly user_id: number | undefined;
  readonly users: ReadonlyMap<number, User>;
  readonly channels: ReadonlyMap<number, Channel>;
  readonly subscriptions: ReadonlyMap<number, Subscription>;
  /** Null until people and channels are known, from the server or from the last visit. */
  readonly state?: object | null;
}

/** Whether a missing user or channel doesn't exist; before, it just isn't loaded. */
export const isDirectoryLoaded = ({ state }: Pick<RecipientDirectory, 'state'>) => state !== null;

export type ResolvedRecipient =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'channel';
      readonly id: number;
      /** Absent if it is deleted or the user can't see it. */
      readonly channel: Channel | undefined;
      readonly color: string | undefined;
      readonly topic: string;
    }
  | { readonly kind: 'people'; readonly ids: readonly number[]; readonly people: readonly User[] };

export function resolveRecipient(
  { type, to, topic }: MessageRecipient,
  directory: RecipientDirectory,
): ResolvedRecipient {
  const id = to[0];
  if (type === 'stream' && id !== undefined) {
    const color = directory.subscriptions.get(id)?.color;
    return { kind: 'channel', id, channel: directory.channels.get(id), color, topic };
  }
  if (type === 'private' && to.length > 0) {
    const people = to.flatMap((user_id) => directory.users.get(user_id) ?? []);
    return { kind: 'people', ids: to, people };
  }
  return { kind: 'none' };
}

export function channelKind(channel: Channel | undefined) {
  if (!channel || channel.is_archived) return 'archived';
  if (channel.is_web_public) return 'web';
  return channel.invite_only ? 'private' : 'public';
}

const keyOf = (topic: string) => foldCase(canonicalTopic(topic));

/** Whether both are the same conversation; ignores the topic's case and the order of people. */
export function isSameConversation(a: MessageRecipient, b: MessageRecipient): boolean {
  if (a.type !== b.type || a.to.length !== b.to.length || a.type === '') return false;
  if (a.type === 'stream') {
    return a.to[0] === b.to[0] && keyOf(a.topic) === keyOf(b.topic);
  }
  return a.to.every((id) => b.to.includes(id));
}
