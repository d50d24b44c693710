import * as v from 'valibot';
import { inConversation } from '../../api/narrow';
import { getMessages } from '../../api/read-messages';
import { getSubscribers } from '../../api/streams';
import { groupSetting } from '../../api/group-setting';
import type { Account } from '../../client/account.svelte';
import { readHelp } from '../../client/help';
import type { Recipient } from '../recipient';
import { loudMentions, type Mention } from './loud';
import { manyPeople, questionOf, type Question } from './reach';

/** A message waits no longer for facts that are only for a question. */
const patience = 3000;

/** So many messages of a topic are looked through for those who take part in it. */
const depth = 200;

/**
 * What is to be asked before a text goes to this recipient; null for nothing. In direct messages
 * nobody else hears of a mention, and nothing is asked. What the server does not tell in time is
 * taken as unknown. Never fails.
 */
export async function mentionQuestion(
  account: Account,
  recipient: Recipient,
  content: string,
): Promise<Question | null> {
  const stream_id = recipient.type === 'stream' ? recipient.to[0] : undefined;
  const mentions = stream_id === undefined ? [] : loudMentions(content);
  if (stream_id === undefined || mentions.length === 0) return null;
  const has = (...kinds: Mention['kind'][]) => mentions.some(({ kind }) => kinds.includes(kind));
  const subscriberCount = account.channels.get(stream_id)?.subscriber_count;
  const needsNames =
    has('person', 'group', 'topic') || (subscriberCount ?? manyPeople + 1) > manyPeople;
  const [subscribers, participants] = await Promise.all([
    needsNames ? told(subscribersOf(account, stream_id)) : undefined,
    has('topic') ? told(participantsOf(account, stream_id, recipient.topic)) : undefined,
  ]);
  const { state, users, user_id } = account;
  const many = v.safeParse(groupSetting, state?.realm_can_mention_many_users_group);
  return questionOf(mentions, {
    user_id,
    users,
    groups: state?.realm_user_groups ?? [],
    subscribers,
    subscriberCount,
    participants,
    mayCallMany: many.success ? many.output : undefined,
  });
}

async function subscribersOf(account: Account, stream_id: number) {
  const { subscribers } = await readHelp(account, getSubscribers, { stream_id });
  return new Set(subscribers);
}

async function participantsOf(account: Account, stream_id: number, topic: string) {
  const { messages, found_oldest } = await readHelp(account, getMessages, {
    anchor: 'newest',
    num_before: depth,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: inConversation({ type: 'stream', to: [stream_id], topic }),
  });
  return {
    ids: new Set(messages.map(({ sender_id }) => sender_id)),
    isWhole: found_oldest ?? false,
  };
}

/** Undefined when it fails or comes too late. */
async function told<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
