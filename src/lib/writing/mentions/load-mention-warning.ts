import { conversationNarrow } from '../../api/narrow';
import { getMessages } from '../../api/read-messages';
import { getSubscribers } from '../../api/streams';
import type { Account } from '../../client/account/account.svelte';
import { readOptional } from '../../client/account/optional-reads';
import type { MessageRecipient } from '../recipients/recipient';
import { notifyingMentions, type TextMention } from './notifying-mentions';
import { accountPermissions } from '../permissions/account-permissions';
import { maxUnconfirmedMentions, mentionWarningOf, type MentionWarning } from './mention-warning';

/** Milliseconds that sending waits for facts needed only for a warning. */
const maxWait = 3000;

/** Newest messages of a topic searched for participants. */
const depth = 200;

/**
 * The warning to show before a text is sent to this recipient; null if there is none. Direct
 * messages never need one, because mentions notify no one else there. Facts the server doesn't send
 * in time count as unknown. Never fails.
 */
export async function loadMentionWarning(
  account: Account,
  recipient: MessageRecipient,
  content: string,
): Promise<MentionWarning | null> {
  const stream_id = recipient.type === 'stream' ? recipient.to[0] : undefined;
  const mentions = stream_id === undefined ? [] : notifyingMentions(content);
  if (stream_id === undefined || mentions.length === 0) return null;
  const has = (...kinds: TextMention['kind'][]) =>
    mentions.some(({ kind }) => kinds.includes(kind));
  const subscriberCount = account.channels.get(stream_id)?.subscriber_count;
  const needsNames =
    has('person', 'group', 'topic') ||
    (subscriberCount ?? maxUnconfirmedMentions + 1) > maxUnconfirmedMentions;
  const [subscribers, participants] = await Promise.all([
    needsNames ? orUndefined(subscribersOf(account, stream_id)) : undefined,
    has('topic') ? orUndefined(participantsOf(account, stream_id, recipient.topic)) : undefined,
  ]);
  const { state, users, user_id } = account;
  return mentionWarningOf(mentions, {
    user_id,
    users,
    groups: state?.realm_user_groups ?? [],
    subscribers,
    subscriberCount,
    participants,
    canMentionMany: accountPermissions(account).realmHas('can_mention_many_users_group'),
  });
}

async function subscribersOf(account: Account, stream_id: number) {
  const { subscribers } = await readOptional(account, getSubscribers, { stream_id });
  return new Set(subscribers);
}

async function participantsOf(account: Account, stream_id: number, topic: string) {
  const { messages, found_oldest } = await readOptional(account, getMessages, {
    anchor: 'newest',
    num_before: depth,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: conversationNarrow({ type: 'stream', to: [stream_id], topic }),
  });
  return {
    ids: new Set(messages.map(({ sender_id }) => sender_id)),
    isWhole: found_oldest ?? false,
  };
}

/** Undefined if it fails or takes too long. */
async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxWait);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
