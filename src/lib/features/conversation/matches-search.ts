import { foldCase } from '../../api/fold-case';
import type { NarrowTerm } from '../../api/narrow';
import type { Message } from '../../api/read-messages';
import { stopWords } from '../../api/stop-words';
import { canonicalTopic } from '../../api/topic';
import { foldName } from '../../writing/recipients/rank-by-name';
import { isMention, type VisibilityPolicies } from './list/message-narrow';
import { recipientOfMessage } from './apply-event-to-messages';

/** What a match depends on beyond the message. */
export interface SearchMatchContext extends VisibilityPolicies {
  isPublic(stream_id: number): boolean;
}

const tooCommon: ReadonlySet<string> = new Set(stopWords);

/**
 * Whether a search finds a message, as far as this device can tell. Words match only as typed, not
 * in other forms. A filter that only the server can evaluate counts as not matching.
 */
export function matchesSearch(
  narrow: readonly NarrowTerm[],
  message: Message,
  here: SearchMatchContext,
): boolean {
  return narrow.every((term) => holds(term, message, here) !== (term.negated ?? false));
}

function holds(
  { operator, operand }: NarrowTerm,
  message: Message,
  here: SearchMatchContext,
): boolean {
  const { type, to, topic } = recipientOfMessage(message, here.own);
  const [channel = 0] = to;
  const isInChannel = type === 'stream';
  switch (operator) {
    case 'channel':
      return isInChannel && channel === operand;
    case 'channels':
      return isInChannel && here.isPublic(channel);
    case 'topic':
      return isInChannel && foldCase(canonicalTopic(topic)) === foldCase(String(operand));
    case 'dm':
    case 'dm-including': {
      const people: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
      const all = people.every((id) => id === here.own || to.includes(Number(id)));
      const isExact = new Set(people.filter((id) => id !== here.own)).size === othersOf(to, here);
      return !isInChannel && all && (operator === 'dm-including' || isExact);
    }
    case 'sender':
      return message.sender_id === operand;
    case 'id':
      return message.id === operand;
    case 'near':
      return true;
    case 'is':
      return is(String(operand), message, here);
    case 'has':
      return has(String(operand), message);
    case 'in':
      return operand === 'all' || !isMuted(message, here);
    case 'search':
      return hasWords(String(operand), message);
    default:
      return false;
  }
}

const othersOf = (to: readonly number[], { own }: SearchMatchContext) =>
  to.filter((id) => id !== own).length;

function is(word: string, message: Message, here: SearchMatchContext): boolean {
  const { flags } = message;
  switch (word) {
    case 'dm':
      return message.type !== 'stream';
    case 'starred':
      return flags.includes('starred');
    case 'mentioned':
      return isMention(message);
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'unread':
      return !flags.includes('read');
    case 'resolved':
      return message.type === 'stream' && message.subject.startsWith('✔ ');
    case 'followed':
      return policyOf(message, here) === 3;
    case 'muted':
      return isMuted(message, here);
    default:
      return false;
  }
}

const policyOf = ({ stream_id, subject }: Message, here: SearchMatchContext) =>
  stream_id === undefined ? 0 : here.policyOf(stream_id, subject);

function isMuted(message: Message, here: SearchMatchContext): boolean {
  const policy = policyOf(message, here);
  const { stream_id } = message;
  return policy === 1 || (policy < 2 && stream_id !== undefined && here.isMuted(stream_id));
}

function has(word: string, { content, reactions }: Message): boolean {
  if (word === 'reaction') return reactions.length > 0;
  const signs: Readonly<Record<string, string>> = {
    link: '<a href="',
    image: 'message_inline_image',
    attachment: 'href="/user_uploads/',
  };
  const sign = Object.hasOwn(signs, word) ? signs[word] : undefined;
  return sign !== undefined && content.includes(sign);
}

function hasWords(words: string, { content, subject }: Message): boolean {
  const text = foldName(`${subject} ${content.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ')}`);
  const wanted = [...words.matchAll(/"([^"]*)"|[^\s"]+/g)].flatMap(([word, phrase]) =>
    phrase === undefined && tooCommon.has(foldCase(word)) ? [] : foldName(phrase ?? word),
  );
  return wanted.length > 0 && wanted.every((one) => text.includes(one));
}
