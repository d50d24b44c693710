import { foldCase } from '../../../api/fold-case';
import { conversationNarrow, type NarrowTerm } from '../../../api/narrow';
import type { Message } from '../../../api/read-messages';
import type { RegisterState } from '../../../api/register';
import { canonicalTopic } from '../../../api/topic';
import { isSameConversation, type MessageRecipient } from '../../../writing/recipients/recipient';
import { conversationKey, recipientOfMessage } from '../apply-event-to-messages';

/** What a list of messages shows. The client can decide whether a message belongs to it. */
export type MessageNarrow =
  | { readonly kind: 'conversation'; readonly recipient: MessageRecipient }
  | { readonly kind: 'channel'; readonly stream_id: number }
  | { readonly kind: 'all' | 'mentions' | 'starred' | 'followed' };

/** The user's settings for channels and topics, and the user's id. */
export interface VisibilityPolicies {
  readonly own: number | undefined;
  isMuted(stream_id: number): boolean;
  /** 0 as the channel, 1 muted, 2 unmuted, 3 followed. https://zulip.com/api/update-user-topic */
  policyOf(stream_id: number, topic: string): number;
}

const mentioned: ReadonlySet<string> = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
]);

/** Whether the message mentions the user directly, by a group or by a wildcard. */
export function isMention({ flags }: Pick<Message, 'flags'>): boolean {
  return flags.some((flag) => mentioned.has(flag));
}

/** A unique key of the list. */
export function narrowKey(narrow: MessageNarrow): string {
  if (narrow.kind === 'conversation') return conversationKey(narrow.recipient);
  return narrow.kind === 'channel' ? `channel ${narrow.stream_id}` : narrow.kind;
}

/** https://zulip.com/api/construct-narrow */
export function narrowTerms(narrow: MessageNarrow): NarrowTerm[] {
  switch (narrow.kind) {
    case 'conversation':
      return conversationNarrow(narrow.recipient);
    case 'channel':
      // The operator that servers of every feature level know.
      return [{ operator: 'stream', operand: narrow.stream_id }];
    case 'all':
      return [{ operator: 'in', operand: 'home' }];
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }];
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }];
    case 'followed':
      return [{ operator: 'is', operand: 'followed' }];
  }
}

/** Whether the list shows the message. */
export function narrowIncludes(
  narrow: MessageNarrow,
  message: Message,
  policies: VisibilityPolicies,
): boolean {
  if (narrow.kind === 'mentions') return isMention(message);
  if (narrow.kind === 'starred') return message.flags.includes('starred');
  return narrowIncludesConversation(narrow, recipientOfMessage(message, policies.own), policies);
}

/**
 * Whether the list shows the conversation's messages; false if that depends on more than the
 * conversation.
 */
export function narrowIncludesConversation(
  narrow: MessageNarrow,
  place: MessageRecipient,
  policies: VisibilityPolicies,
): boolean {
  const [id] = place.to;
  switch (narrow.kind) {
    case 'conversation':
      return isSameConversation(place, narrow.recipient);
    case 'channel':
      return place.type === 'stream' && id === narrow.stream_id;
    case 'all': {
      if (place.type !== 'stream' || id === undefined) return true;
      const policy = policies.policyOf(id, place.topic);
      return policy >= 2 || (policy !== 1 && !policies.isMuted(id));
    }
    case 'followed':
      return (
        place.type === 'stream' && id !== undefined && policies.policyOf(id, place.topic) === 3
      );
    default:
      return false;
  }
}

/** Whether the list's content depends on the user's channel and topic settings. */
export function dependsOnPolicies({ kind }: MessageNarrow): boolean {
  return kind === 'all' || kind === 'followed';
}

/** The settings in the account's state. */
export function visibilityPoliciesOf(
  state: RegisterState | null,
  own: number | undefined,
): VisibilityPolicies {
  const key = (stream_id: number, topic: string) =>
    `${stream_id} ${foldCase(canonicalTopic(topic))}`;
  let policies: Map<string, number> | undefined;
  let muted: Set<number> | undefined;
  return {
    own,
    isMuted(stream_id) {
      muted ??= new Set(
        state?.subscriptions?.flatMap((one) => (one.is_muted ? one.stream_id : [])),
      );
      return muted.has(stream_id);
    },
    policyOf(stream_id, topic) {
      policies ??= new Map(
        state?.user_topics?.map((one) => [
          key(one.stream_id, one.topic_name),
          one.visibility_policy,
        ]),
      );
      return policies.get(key(stream_id, topic)) ?? 0;
    },
  };
}
