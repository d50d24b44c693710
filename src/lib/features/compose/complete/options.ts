import { foldCase } from '../../../api/fold-case';
import type { Channel } from '../../../api/channel';
import type { User } from '../../../api/user';
import { channelKind } from '../../../writing/recipient';
import { Names } from '../../../writing/names';
import { wildcardNames } from '../../../writing/shares-name';
import type { Offer } from '../emoji/offer';
import { languages, shortLanguages } from './languages';
import { mention, reference } from './references';
import type { Trigger } from './trigger';

/** One thing to choose, and what it writes. */
export type Option = { readonly id: string; readonly label: string; readonly insert: string } & (
  | { readonly kind: 'person'; readonly user: User }
  | {
      readonly kind: 'channel';
      readonly channel: Channel;
      readonly look: ReturnType<typeof channelKind>;
    }
  | { readonly kind: 'emoji'; readonly offer: Offer }
  | { readonly kind: 'word' }
  | { readonly kind: 'note'; readonly note: string }
);

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly is_system_group?: boolean | undefined;
  readonly deactivated?: boolean | undefined;
  /** A group-setting value; absent where everybody may. */
  readonly can_mention_group?: unknown;
}

/** People made ready to be found, once for each directory. */
export interface PeopleIndex {
  readonly people: Names<User>;
  /** Folded names that more than one person has, or that call others than a person. */
  readonly shared: ReadonlySet<string>;
}

/** All that can be completed. */
export interface Index extends PeopleIndex {
  readonly channels: Names<Channel>;
  readonly groups: Names<Group>;
}

/** What is known beyond the directory; each part may come late. */
export interface Near {
  /** How near somebody is, from 0 on; the nearest come first. */
  readonly nearness: (user_id: number) => number;
  readonly subscribed: { has(id: number): boolean };
  /** Of the channel that is being typed; newest first. */
  readonly topics: readonly string[];
  readonly emoji: (query: string, most: number) => readonly Offer[];
  /** What a typed face means; none where the server reads faces by itself. */
  readonly face: (face: string) => Offer | undefined;
  /** To a channel: only there does anybody else hear of a wildcard. */
  readonly isChannel: boolean;
  /** Whether the writer may call all of a group; to name it silently is free. */
  readonly mayMention: (group: Group) => boolean;
  readonly times: (query: string) => readonly { readonly label: string; readonly iso: string }[];
  /** The server's: links into it are written in its words. */
  readonly level: number;
  readonly words: Readonly<Record<Wildcard | Slash | 'group', string>>;
}

export const wildcards = ['all', 'topic'] as const;
export const slashes = ['me', 'poll', 'todo'] as const;
type Wildcard = (typeof wildcards)[number];
type Slash = (typeof slashes)[number];

const most = 8;
const mostGroups = 3;

export function indexPeople(users: Iterable<User>): PeopleIndex {
  const all = [...users];
  const active = all.filter((user) => user.is_active);
  const seen = new Set<string>(wildcardNames);
  const shared = new Set<string>();
  for (const { full_name } of all) {
    const name = foldCase(full_name);
    (seen.has(name) ? shared : seen).add(name);
  }
  return { people: new Names(active, (user) => user.full_name), shared };
}

export function indexChannels(channels: Iterable<Channel>): Names<Channel> {
  const open = [...channels].filter((channel) => !channel.is_archived);
  return new Names(open, (channel) => channel.name);
}

export function indexGroups(groups: Iterable<Group>): Names<Group> {
  const own = [...groups].filter((group) => !group.is_system_group && !group.deactivated);
  return new Names(own, (group) => group.name);
}

/** The best completions, best first. */
export function optionsFor(trigger: Trigger, index: Index, near: Near): readonly Option[] {
  const { query } = trigger;
  switch (trigger.kind) {
    case 'mention':
      return mentionsFor(query, trigger.isSilent, index, near);
    case 'channel':
      return index.channels
        .find(query, most, (channel) => (near.subscribed.has(channel.stream_id) ? 2 : 0))
        .map((channel) => ({
          kind: 'channel',
          id: `c${channel.stream_id}`,
          label: channel.name,
          insert: `${reference(channel, undefined, near.level)} `,
          channel,
          look: channelKind(channel),
        }));
    case 'topic': {
      const [channel] = index.channels
        .find(trigger.channel, most)
        .filter(({ name }) => name === trigger.channel);
      if (!channel) return [];
      const order = new Map(near.topics.map((name, at) => [name, -at / near.topics.length]));
      return new Names(near.topics, (name) => name)
        .find(query, most, (name) => order.get(name) ?? 0)
        .map((name) => word(name, `${reference(channel, name, near.level)} `));
    }
    case 'emoji':
      return near.emoji(query, most).map(sign);
    case 'face': {
      const meant = near.face(query);
      return meant ? [sign(meant)] : [];
    }
    case 'slash':
      return slashes
        .filter((name) => name.startsWith(query))
        .map((name) => noted(`/${name}`, `/${name} `, near.words[name]));
    case 'language':
      // Without a letter it would come up behind each closing fence; a whole word is what is meant.
      if (query === '' || [...languages, ...shortLanguages].includes(query)) return [];
      return languages
        .filter((name) => name.startsWith(foldCase(query)))
        .slice(0, most)
        .map((name) => word(name, name === 'spoiler' ? 'spoiler ' : `${name}\n`));
    case 'time':
      return near.times(query).map(({ label, iso }) => word(label, `<time:${iso}> `));
  }
}

function mentionsFor(query: string, isSilent: boolean, index: Index, near: Near): Option[] {
  const sign = isSilent ? '@_' : '@';
  const people = index.people
    .find(query, most, (user) => near.nearness(user.user_id) + (user.is_bot ? 0 : 0.5))
    .map((user): Option => {
      const insert = `${mention(user, index.shared.has(foldCase(user.full_name)), isSilent)} `;
      return { kind: 'person', id: `p${user.user_id}`, label: user.full_name, insert, user };
    });
  const all = near.isChannel && !isSilent ? wildcards : [];
  const wild = all
    .filter((name) => query !== '' && name.startsWith(foldCase(query)))
    .map((name) => noted(name, `@**${name}** `, near.words[name]));
  const groups = index.groups
    .find(query, most)
    .filter((group) => isSilent || near.mayMention(group))
    .slice(0, mostGroups)
    .map(({ name }) => noted(name, `${sign}*${name}* `, near.words.group));
  return query === '' ? people : [...wild, ...people, ...groups].slice(0, most + 2);
}

const sign = (offer: Offer): Option => ({
  kind: 'emoji',
  id: `e${offer.emoji.key}`,
  label: offer.name,
  insert: `${offer.text} `,
  offer,
});
const word = (label: string, insert: string): Option => ({
  kind: 'word',
  id: label,
  label,
  insert,
});
const noted = (label: string, insert: string, note: string): Option => ({
  kind: 'note',
  id: `n${insert}`,
  label,
  insert,
  note,
});
