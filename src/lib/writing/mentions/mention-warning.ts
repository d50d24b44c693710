import { foldCase } from '../../api/fold-case';
import type { User } from '../../api/user';
import { memberIdsOfGroups } from '../permissions/group-members';
import type { StateGroup } from '../permissions/group-permission';
import type { TextMention } from './notifying-mentions';

/** Notifying more people than this needs confirmation; servers can forbid it. */
export const maxUnconfirmedMentions = 15;

/** What is known about the people that a text in a channel could notify. */
export interface MentionFacts {
  readonly user_id: number | undefined;
  readonly users: ReadonlyMap<number, User>;
  readonly groups: readonly StateGroup[];
  /** Absent if the channel's subscribers are unknown. */
  readonly subscribers: ReadonlySet<number> | undefined;
  readonly subscriberCount: number | undefined;
  /** Senders in the topic; of a long topic, possibly only the recent ones. */
  readonly participants:
    { readonly ids: ReadonlySet<number>; readonly isWhole: boolean } | undefined;
  /** Whether the user can mention many people; absent if the server doesn't tell. */
  readonly canMentionMany: boolean | undefined;
}

/** What to confirm before a text is sent. */
export interface MentionWarning {
  /** Mentions of many people, for example `@all`. */
  readonly calls: readonly string[];
  /** Those of `calls` that the server would reject. */
  readonly forbidden: readonly string[];
  /** Number of people notified by `calls`, without the user; null if unknown. */
  readonly count: number | null;
  /** Whether `count` is only a lower limit. */
  readonly isLeast: boolean;
  /** People mentioned by name who aren't in the channel, so they aren't notified. */
  readonly outsiders: readonly User[];
}

/** Null if a text mentions few people, and all of them are notified. */
export function mentionWarningOf(
  mentions: readonly TextMention[],
  facts: MentionFacts,
): MentionWarning | null {
  const calls: string[] = [];
  const forbidden: string[] = [];
  const outsiders = new Map<number, User>();
  const called = new Set<number>();
  let isKnown = true;
  let isLeast = false;
  let everyone: number | null = null;

  for (const mention of mentions) {
    if (mention.kind === 'person') {
      const outsider = outsiderOf(mention, facts);
      if (outsider) outsiders.set(outsider.user_id, outsider);
      continue;
    }
    const label = `@${mention.name}`;
    if (mention.kind === 'group') {
      const people = peopleOf(mention.name, facts);
      if (people.length <= maxUnconfirmedMentions) continue;
      calls.push(label);
      for (const id of people) called.add(id);
      continue;
    }
    const total = mention.kind === 'everyone' ? sizeOf(facts) : facts.participants?.ids.size;
    const isPart = mention.kind === 'topic' && facts.participants?.isWhole === false;
    if (total !== undefined && total <= maxUnconfirmedMentions && !isPart) continue;
    calls.push(label);
    if (total === undefined) isKnown = false;
    else if (total > maxUnconfirmedMentions && facts.canMentionMany === false)
      forbidden.push(label);
    if (mention.kind === 'everyone') everyone = total ?? null;
    else {
      isLeast ||= isPart;
      for (const id of facts.participants?.ids ?? []) if (isInside(id, facts)) called.add(id);
    }
  }
  if (calls.length === 0 && outsiders.size === 0) return null;
  if (facts.user_id !== undefined) called.delete(facts.user_id);
  return {
    calls,
    forbidden,
    count: everyone !== null ? withoutSelf(everyone, facts) : isKnown ? called.size : null,
    isLeast: isLeast && everyone === null,
    outsiders: [...outsiders.values()],
  };
}

/** Number of active people and bots in the channel, including the user. */
function sizeOf({ subscribers, subscriberCount }: MentionFacts): number | undefined {
  return subscribers?.size ?? subscriberCount;
}

function withoutSelf(size: number, facts: MentionFacts): number {
  const isIn = facts.subscribers?.has(facts.user_id ?? -1) ?? true;
  return Math.max(0, size - (isIn ? 1 : 0));
}

function isInside(id: number, { subscribers }: MentionFacts): boolean {
  return subscribers?.has(id) ?? true;
}

/** Active members of the group and its subgroups who are in the channel, without the user. */
function peopleOf(name: string, facts: MentionFacts): number[] {
  const wanted = foldCase(name);
  const named = facts.groups.filter((group) => foldCase(group.name) === wanted);
  const ids = named.map(({ id }) => id);
  return [...memberIdsOfGroups(ids, facts.groups)].filter(
    (id) => id !== facts.user_id && isInside(id, facts) && facts.users.get(id)?.is_active !== false,
  );
}

/** Never a bot: bots can answer without being in the channel. */
function outsiderOf(
  mention: TextMention & { kind: 'person' },
  facts: MentionFacts,
): User | undefined {
  if (!facts.subscribers) return undefined;
  const meant = peopleNamed(mention, facts).filter(
    ({ is_active, is_bot, user_id }) => is_active && !is_bot && user_id !== facts.user_id,
  );
  return meant.every(({ user_id }) => !facts.subscribers?.has(user_id)) ? meant[0] : undefined;
}

function peopleNamed(
  { name, id }: TextMention & { kind: 'person' },
  { users }: MentionFacts,
): User[] {
  if (id !== undefined) return [users.get(id) ?? []].flat();
  const wanted = foldCase(name);
  const named = [...users.values()].filter(({ full_name }) => foldCase(full_name) === wanted);
  const exact = named.filter(({ full_name }) => full_name === name);
  return exact.length > 0 ? exact : named;
}
