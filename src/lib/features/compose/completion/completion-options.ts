import { foldCase } from '../../../api/fold-case';
import type { Channel } from '../../../api/channel';
import type { User } from '../../../api/user';
import { channelKind } from '../../../writing/recipients/recipient';
import { NameIndex } from '../../../writing/recipients/name-index';
import { wildcardMentionNames } from '../../../writing/recipients/ambiguous-name';
import type { EmojiSuggestion } from '../emoji/emoji-suggestions';
import { userMention, channelReference } from './references';
import type { CompletionTrigger } from './completion-trigger';

/**
 * Words after a fence with a special meaning in Zulip's Markdown; the languages follow by how often
 * they are used.
 */
const fenceKeywords = ['quote', 'spoiler', 'math', 'text'];

const codeLanguages = [
  ...fenceKeywords,
  ...'bash c c++ clojure cpp csharp css dart diff docker elixir erlang fortran go graphql haskell html'.split(
    ' ',
  ),
  ...'ini java javascript json julia kotlin latex lisp lua makefile markdown matlab nginx nix ocaml'.split(
    ' ',
  ),
  ...'perl php powershell protobuf python r ruby rust scala scheme sh sql swift tex toml tsx'.split(
    ' ',
  ),
  ...'typescript vim xml yaml zig'.split(' '),
];

/** Common abbreviations. They are complete words, so nothing is suggested for them. */
const languageAbbreviations = 'cs ex hs js jsx kt md pl ps1 py rb rs ts yml'.split(' ');

/** A suggestion and the text it inserts. */
export type CompletionOption = {
  readonly id: string;
  readonly label: string;
  readonly insert: string;
} & (
  | { readonly kind: 'person'; readonly user: User }
  | {
      readonly kind: 'channel';
      readonly channel: Channel;
      readonly look: ReturnType<typeof channelKind>;
    }
  | { readonly kind: 'emoji'; readonly offer: EmojiSuggestion }
  | { readonly kind: 'word' }
  | { readonly kind: 'note'; readonly note: string }
);

export interface MentionableGroup {
  readonly id: number;
  readonly name: string;
  readonly is_system_group?: boolean | undefined;
  readonly deactivated?: boolean | undefined;
  /** Group-setting value; absent if everyone can mention the group. */
  readonly can_mention_group?: unknown;
}

/** Searchable index of people, built once per directory. */
export interface PeopleIndex {
  readonly people: NameIndex<User>;
  /**
   * Case-folded names that several people share or that would mention something other than a
   * person.
   */
  readonly shared: ReadonlySet<string>;
}

/** Everything that can be completed. */
export interface CompletionIndex extends PeopleIndex {
  readonly channels: NameIndex<Channel>;
  readonly groups: NameIndex<MentionableGroup>;
}

/** Facts beyond the directory. Each is empty until it is loaded. */
export interface CompletionContext {
  /** Rank of a person, from 0 up; the highest come first. */
  readonly proximity: (user_id: number) => number;
  readonly subscribed: { has(id: number): boolean };
  /** Topics of the channel being typed; newest first. */
  readonly topics: readonly string[];
  readonly emoji: (query: string, most: number) => readonly EmojiSuggestion[];
  /** Emoji for a typed emoticon; undefined if the server converts emoticons. */
  readonly emoticon: (face: string) => EmojiSuggestion | undefined;
  /** The destination is a channel; only there does a wildcard mention notify other people. */
  readonly isChannel: boolean;
  /** Whether the writer has permission to notify the group. Silent mentions need none. */
  readonly canMention: (group: MentionableGroup) => boolean;
  readonly times: (query: string) => readonly { readonly label: string; readonly iso: string }[];
  /** The server's feature level: it decides the format of links to channels. */
  readonly level: number;
  readonly words: Readonly<Record<Wildcard | Slash | 'group', string>>;
}

export const wildcardWords = ['all', 'topic'] as const;
export const slashCommands = ['me', 'poll', 'todo'] as const;
type Wildcard = (typeof wildcardWords)[number];
type Slash = (typeof slashCommands)[number];

const maxOptions = 8;
const maxGroups = 3;

export function indexPeople(users: Iterable<User>): PeopleIndex {
  const all = [...users];
  const active = all.filter((user) => user.is_active);
  const seen = new Set<string>(wildcardMentionNames);
  const shared = new Set<string>();
  for (const { full_name } of all) {
    const name = foldCase(full_name);
    (seen.has(name) ? shared : seen).add(name);
  }
  return { people: new NameIndex(active, (user) => user.full_name), shared };
}

export function indexChannels(channels: Iterable<Channel>): NameIndex<Channel> {
  const open = [...channels].filter((channel) => !channel.is_archived);
  return new NameIndex(open, (channel) => channel.name);
}

export function indexGroups(groups: Iterable<MentionableGroup>): NameIndex<MentionableGroup> {
  const own = [...groups].filter((group) => !group.is_system_group && !group.deactivated);
  return new NameIndex(own, (group) => group.name);
}

/** The best completions, best first. */
export function completionOptionsFor(
  trigger: CompletionTrigger,
  index: CompletionIndex,
  near: CompletionContext,
): readonly CompletionOption[] {
  const { query } = trigger;
  switch (trigger.kind) {
    case 'mention':
      return mentionsFor(query, trigger.isSilent, index, near);
    case 'channel':
      return index.channels
        .find(query, maxOptions, (channel) => (near.subscribed.has(channel.stream_id) ? 2 : 0))
        .map((channel) => ({
          kind: 'channel',
          id: `c${channel.stream_id}`,
          label: channel.name,
          insert: `${channelReference(channel, undefined, near.level)} `,
          channel,
          look: channelKind(channel),
        }));
    case 'topic': {
      const [channel] = index.channels
        .find(trigger.channel, maxOptions)
        .filter(({ name }) => name === trigger.channel);
      if (!channel) return [];
      const order = new Map(near.topics.map((name, at) => [name, -at / near.topics.length]));
      return new NameIndex(near.topics, (name) => name)
        .find(query, maxOptions, (name) => order.get(name) ?? 0)
        .map((name) => word(name, `${channelReference(channel, name, near.level)} `));
    }
    case 'emoji':
      return near.emoji(query, maxOptions).map(sign);
    case 'face': {
      const meant = near.emoticon(query);
      return meant ? [sign(meant)] : [];
    }
    case 'slash':
      return slashCommands
        .filter((name) => name.startsWith(query))
        .map((name) => noted(`/${name}`, `/${name} `, near.words[name]));
    case 'language':
      // Without a letter the list would open after every closing fence; a complete word needs no
      // suggestion.
      if (query === '' || [...codeLanguages, ...languageAbbreviations].includes(query)) return [];
      return codeLanguages
        .filter((name) => name.startsWith(foldCase(query)))
        .slice(0, maxOptions)
        .map((name) => word(name, name === 'spoiler' ? 'spoiler ' : `${name}\n`));
    case 'time':
      return near.times(query).map(({ label, iso }) => word(label, `<time:${iso}> `));
  }
}

function mentionsFor(
  query: string,
  isSilent: boolean,
  index: CompletionIndex,
  near: CompletionContext,
): CompletionOption[] {
  const sign = isSilent ? '@_' : '@';
  const people = index.people
    .find(query, maxOptions, (user) => near.proximity(user.user_id) + (user.is_bot ? 0 : 0.5))
    .map((user): CompletionOption => {
      const insert = `${userMention(user, index.shared.has(foldCase(user.full_name)), isSilent)} `;
      return { kind: 'person', id: `p${user.user_id}`, label: user.full_name, insert, user };
    });
  const all = near.isChannel && !isSilent ? wildcardWords : [];
  const wild = all
    .filter((name) => query !== '' && name.startsWith(foldCase(query)))
    .map((name) => noted(name, `@**${name}** `, near.words[name]));
  const groups = index.groups
    .find(query, maxOptions)
    .filter((group) => isSilent || near.canMention(group))
    .slice(0, maxGroups)
    .map(({ name }) => noted(name, `${sign}*${name}* `, near.words.group));
  return query === '' ? people : [...wild, ...people, ...groups].slice(0, maxOptions + 2);
}

const sign = (offer: EmojiSuggestion): CompletionOption => ({
  kind: 'emoji',
  id: `e${offer.emoji.key}`,
  label: offer.name,
  insert: `${offer.text} `,
  offer,
});
const word = (label: string, insert: string): CompletionOption => ({
  kind: 'word',
  id: label,
  label,
  insert,
});
const noted = (label: string, insert: string, note: string): CompletionOption => ({
  kind: 'note',
  id: `n${insert}`,
  label,
  insert,
  note,
});
