import * as v from 'valibot';
import { groupSetting } from '../../../api/group-setting';
import { messageLength } from '../../../writing/message-length';
import {
  recipientObstacle,
  remedyOf,
  type Obstacle,
  type Remedy,
  type Surroundings,
} from '../../../writing/obstacle';
import { includesUser } from '../../../writing/permission';
import { addressOf } from '../../../writing/recipient';
import type { Body } from '../../../writing/body';
import { conversationKey } from './arrange';

/** Why the server would refuse a message if it were sent now, or what it would lack. */
export type Problem = Obstacle | 'wildcard' | 'direct_messages' | 'file_gone' | 'file_hidden';

/** Whether it would not be sent at all. */
export function isRefusal(problem: Problem): boolean {
  return problem !== 'file_gone' && problem !== 'file_hidden';
}

/** Where one puts it right. */
export function remedyOfProblem(problem: Problem): Remedy {
  if (problem === 'direct_messages') return 'recipient';
  if (problem === 'wildcard' || !isRefusal(problem)) return 'text';
  return remedyOf(problem as Obstacle);
}

type Check = (body: Body, around: Surroundings) => Problem | null;

/**
 * What the server checks when it sends, as far as this side can know; the first that speaks is told.
 * What can't be known counts as allowed: the server has the last word. The first table asks about
 * the recipient alone.
 */
const recipientChecks: readonly Check[] = [recipientObstacle, directMessages];
const textChecks: readonly Check[] = [text, wildcard];

/**
 * Says what stands against sending a text to a recipient, as things are now; null for nothing. Make
 * one for many messages: each conversation is looked at once.
 */
export function createPreflight(around: Surroundings): (body: Body) => Problem | null {
  const known = new Map<string, Problem | null>();
  return (body) => {
    const key = conversationKey(body);
    let problem = known.get(key);
    if (problem === undefined) known.set(key, (problem = first(recipientChecks, body, around)));
    return problem ?? first(textChecks, body, around);
  };
}

function first(checks: readonly Check[], body: Body, around: Surroundings): Problem | null {
  for (const check of checks) {
    const problem = check(body, around);
    if (problem !== null) return problem;
  }
  return null;
}

function text({ content }: Body, { state }: Surroundings): Problem | null {
  if (content.trim() === '') return 'blank';
  if (content.includes('\0')) return 'null_byte';
  return messageLength(content, state?.max_message_length ?? 10_000).over ? 'too_long' : null;
}

/** In larger channels, mentioning everyone is a right. https://zulip.com/help/restrict-wildcard-mentions */
const manyPeople = 15;

const mentionsEveryone = /(?<![`\w])@\*\*(?:all|everyone|channel|stream)\*\*/u;

function wildcard(body: Body, around: Surroundings): Problem | null {
  if (!mentionsEveryone.test(body.content)) return null;
  const address = addressOf(body, around);
  if (address.kind !== 'channel') return null;
  if ((address.channel?.subscriber_count ?? 0) <= manyPeople) return null;
  return mayNot('realm_can_mention_many_users_group', around) ? 'wildcard' : null;
}

/** Somebody in the conversation must have the right. https://zulip.com/help/restrict-direct-messages */
function directMessages(body: Body, around: Surroundings): Problem | null {
  const address = addressOf(body, around);
  if (address.kind !== 'people' || around.user_id === undefined) return null;
  const others = address.people.filter(({ user_id }) => user_id !== around.user_id);
  if (others.every(({ is_bot }) => is_bot)) return null;
  const everybody = [around.user_id, ...others.map(({ user_id }) => user_id)];
  const name = 'realm_direct_message_permission_group';
  return everybody.every((user_id) => mayNot(name, around, user_id)) ? 'direct_messages' : null;
}

function mayNot(
  name: 'realm_can_mention_many_users_group' | 'realm_direct_message_permission_group',
  { state, user_id }: Surroundings,
  whom = user_id,
): boolean {
  const group = v.safeParse(groupSetting, state?.[name]);
  if (!group.success || whom === undefined) return false;
  return !includesUser(group.output, whom, state?.realm_user_groups ?? []);
}
