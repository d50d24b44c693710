/**
 * An organization as plain values, and what a narrow means for them: what the service must answer.
 */
export interface World {
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
  readonly messages: readonly Said[];
  /** Topic policies, by `${user}:${stream}:${topic in lower case}`. */
  readonly policies: ReadonlyMap<string, number>;
}

export interface Person {
  readonly id: number;
  readonly guest: boolean;
}

export interface Channel {
  readonly id: number;
  readonly name: string;
  readonly isPublic: boolean;
  readonly openHistory: boolean;
  readonly subscribers: readonly number[];
  readonly mutedBy: readonly number[];
}

export interface Said {
  readonly id: number;
  readonly sender: number;
  /** Null for direct messages. */
  readonly channel: Channel | null;
  readonly people: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly reacted: boolean;
  /** Flags by user who received it. */
  readonly flags: ReadonlyMap<number, readonly string[]>;
}

export interface Term {
  readonly operator: string;
  readonly operand: string | number | number[];
  readonly negated: boolean;
}

const received = new Set(['starred', 'mentioned', 'unread', 'dm']);

/** Ids of the messages that a viewer finds, ascending; null for an invalid narrow. */
export function expectedIds(
  world: World,
  viewer: Person,
  narrow: readonly Term[],
): number[] | null {
  const terms = withConversation(world, viewer, narrow);
  if (!terms) return null;
  const wanted = terms.filter(({ negated }) => !negated);
  const isDirect = ({ operator, operand }: Term) => /^dm/.test(operator) || operand === 'dm';
  const isChannel = ({ operator }: Term) => /^(channels?|topic)$/.test(operator);
  if (wanted.some(isDirect) && wanted.some(isChannel)) return null;
  const channelOf = ({ operand }: Term) =>
    world.channels.find(({ id, name }) => operand === id || operand === name)!;
  const channels = terms.filter(({ operator }) => operator === 'channel');
  if (channels.some((term) => !sees(viewer, channelOf(term)))) return null;
  const history =
    !terms.some(({ operator, operand }) => operator === 'is' && received.has(String(operand))) &&
    wanted.some(
      (term) =>
        (term.operator === 'channel' && channelOf(term).openHistory) ||
        (term.operator === 'channels' && !viewer.guest),
    );
  return world.messages
    .filter((said) => readable(viewer, said, history))
    .filter((said) => terms.every((term) => holds(world, viewer, term, said) !== term.negated))
    .map(({ id }) => id);
}

function sees(viewer: Person, channel: Channel): boolean {
  return channel.subscribers.includes(viewer.id) || (channel.isPublic && !viewer.guest);
}

function readable(viewer: Person, { channel, flags }: Said, history: boolean): boolean {
  if (!channel) return flags.has(viewer.id);
  return sees(viewer, channel) && (flags.has(viewer.id) || (history && channel.openHistory));
}

function withConversation(world: World, viewer: Person, narrow: readonly Term[]) {
  const anchor = narrow.find(({ operator }) => operator === 'with');
  if (!anchor) return narrow;
  const rest = narrow.filter((term) => term !== anchor);
  const names = ({ operator, negated }: Term) => /^(channel|topic|dm)$/.test(operator) && !negated;
  const found = world.messages.find(({ id }) => id === anchor.operand);
  if (!found || !readable(viewer, found, true)) return rest.some(names) ? rest : null;
  const others = rest.filter((term) => !names(term));
  const term = (operator: string, operand: Term['operand']) => ({
    operator,
    operand,
    negated: false,
  });
  return found.channel
    ? [...others, term('channel', found.channel.id), term('topic', found.topic)]
    : [...others, term('dm', [...found.people])];
}

function holds(world: World, viewer: Person, { operator, operand }: Term, said: Said): boolean {
  const listed = (ids: readonly number[]) => [...new Set([...ids, viewer.id])].sort().join();
  switch (operator) {
    case 'channel':
      return (
        said.channel !== null && (said.channel.id === operand || said.channel.name === operand)
      );
    case 'channels':
      return said.channel?.isPublic ?? false;
    case 'topic':
      return said.channel !== null && said.topic.toLowerCase() === String(operand).toLowerCase();
    case 'dm':
      return !said.channel && [...said.people].sort().join() === listed(operand as number[]);
    case 'dm-including':
      return !said.channel && (operand as number[]).every((id) => said.people.includes(id));
    case 'sender':
      return said.sender === operand;
    case 'id':
      return said.id === operand;
    case 'has':
      return operand === 'reaction' ? said.reacted : said.content.includes('https://');
    case 'in':
      return operand === 'all' || !isMuted(world, viewer, said);
    case 'search':
      return matches(String(operand), said);
    default:
      return isWord(world, viewer, String(operand), said);
  }
}

function isWord(world: World, viewer: Person, word: string, said: Said): boolean {
  const flags = said.flags.get(viewer.id) ?? ['read'];
  switch (word) {
    case 'dm':
      return !said.channel;
    case 'unread':
      return !flags.includes('read');
    case 'starred':
    case 'mentioned':
      return flags.includes(word);
    case 'resolved':
      return said.topic.startsWith('✔ ');
    case 'followed':
      return policyOf(world, viewer, said) === 3;
    default:
      return isMuted(world, viewer, said);
  }
}

function policyOf({ policies }: World, viewer: Person, { channel, topic }: Said): number {
  return channel ? (policies.get(`${viewer.id}:${channel.id}:${topic.toLowerCase()}`) ?? 0) : 0;
}

function isMuted(world: World, viewer: Person, said: Said): boolean {
  const policy = policyOf(world, viewer, said);
  const inMuted =
    (said.channel?.mutedBy.includes(viewer.id) ?? false) &&
    said.channel!.subscribers.includes(viewer.id);
  return policy === 1 || (inMuted && policy < 2);
}

/** The words in the tests only have this suffix. */
const stem = (word: string) => word.toLowerCase().replace(/s$/, '');
const stopWords = new Set(['the', 'of']);

function matches(search: string, { content, topic }: Said): boolean {
  const texts = [content, topic];
  const found = new Set(texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).map(stem));
  const phrases = [...search.matchAll(/"([^"]*)"/g)].map(([, phrase]) => phrase!.toLowerCase());
  const words = search.replaceAll('"', ' ').split(' ').filter(Boolean);
  const indexed = words.filter((word) => !stopWords.has(word.toLowerCase()));
  if (indexed.length + phrases.length === 0) return false;
  return (
    indexed.every((word) => found.has(stem(word))) &&
    phrases.every((phrase) => texts.some((text) => text.toLowerCase().includes(phrase)))
  );
}
