import { messageLength } from '../../../writing/sending/message-length';
import {
  recipientObstacle,
  remedyOf,
  type SendObstacle,
  type ObstacleRemedy,
  type SendContext,
} from '../../../writing/recipients/send-obstacle';
import { AccountPermissions } from '../../../writing/permissions/account-permissions';
import { resolveRecipient } from '../../../writing/recipients/recipient';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { scheduledConversationKey } from './scheduled-order';

/** Why the server would refuse a message if it were sent now, or what would be missing from it. */
export type ScheduleProblem =
  SendObstacle | 'wildcard' | 'direct_messages' | 'file_gone' | 'file_hidden';

/** Whether the problem prevents sending. */
export function isScheduleRefusal(problem: ScheduleProblem): boolean {
  return problem !== 'file_gone' && problem !== 'file_hidden';
}

/** Field in which the user can fix the problem. */
export function remedyOfScheduleProblem(problem: ScheduleProblem): ObstacleRemedy {
  if (problem === 'direct_messages') return 'recipient';
  if (problem === 'wildcard' || !isScheduleRefusal(problem)) return 'text';
  return remedyOf(problem as SendObstacle);
}

type Check = (body: AddressedText, around: SendContext) => ScheduleProblem | null;

/**
 * What the server checks when it sends, as far as the client can know; the first problem found is
 * reported. Unknown facts count as allowed: the server has the last word. The first list only
 * checks the recipient.
 */
const recipientChecks: readonly Check[] = [recipientObstacle, directMessages];
const textChecks: readonly Check[] = [text, wildcard];

/**
 * Creates a function that returns the current problem of sending a text to a recipient, or null.
 * Create one for many messages: it checks each conversation only once.
 */
export function createPreflight(
  around: SendContext,
): (body: AddressedText) => ScheduleProblem | null {
  const known = new Map<string, ScheduleProblem | null>();
  return (body) => {
    const key = scheduledConversationKey(body);
    let problem = known.get(key);
    if (problem === undefined) known.set(key, (problem = first(recipientChecks, body, around)));
    return problem ?? first(textChecks, body, around);
  };
}

function first(
  checks: readonly Check[],
  body: AddressedText,
  around: SendContext,
): ScheduleProblem | null {
  for (const check of checks) {
    const problem = check(body, around);
    if (problem !== null) return problem;
  }
  return null;
}

function text({ content }: AddressedText, { state }: SendContext): ScheduleProblem | null {
  if (content.trim() === '') return 'blank';
  if (content.includes('\0')) return 'null_byte';
  return messageLength(content, state?.max_message_length ?? 10_000).over ? 'too_long' : null;
}

/**
 * In channels with more subscribers than this, channel-wide mentions require permission.
 * https://zulip.com/help/restrict-wildcard-mentions
 */
const manyPeople = 15;

const mentionsEveryone = /(?<![`\w])@\*\*(?:all|everyone|channel|stream)\*\*/u;

function wildcard(body: AddressedText, around: SendContext): ScheduleProblem | null {
  if (!mentionsEveryone.test(body.content)) return null;
  const address = resolveRecipient(body, around);
  if (address.kind !== 'channel') return null;
  if ((address.channel?.subscriber_count ?? 0) <= manyPeople) return null;
  return isForbidden('can_mention_many_users_group', around) ? 'wildcard' : null;
}

/**
 * At least one participant must have permission. https://zulip.com/help/restrict-direct-messages
 */
function directMessages(body: AddressedText, around: SendContext): ScheduleProblem | null {
  const address = resolveRecipient(body, around);
  if (address.kind !== 'people' || around.user_id === undefined) return null;
  const others = address.people.filter(({ user_id }) => user_id !== around.user_id);
  if (others.every(({ is_bot }) => is_bot)) return null;
  const everybody = [around.user_id, ...others.map(({ user_id }) => user_id)];
  const name = 'direct_message_permission_group';
  return everybody.every((user_id) => isForbidden(name, around, user_id))
    ? 'direct_messages'
    : null;
}

function isForbidden(
  name: 'can_mention_many_users_group' | 'direct_message_permission_group',
  { state, user_id, users }: SendContext,
  whom = user_id,
): boolean {
  if (whom === undefined) return false;
  const holder = new AccountPermissions({ state, user_id: whom }, users.get(whom));
  return holder.realmHas(name) === false;
}
