import { foldCase } from '$lib/api/fold-case';

/** What a text can refer to by name; loaded before rendering, so that rendering is pure. */
export interface MarkdownReferences {
  readonly users: readonly { readonly id: number; readonly full_name: string }[];
  /** A deactivated one is named, and called by nobody. */
  readonly groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly deactivated?: boolean;
  }[];
  /** Channels that the sender may name. */
  readonly streams: readonly { readonly id: number; readonly name: string }[];
  /** Topics with messages that the sender may read, and the id of the last one. */
  readonly topics?: readonly {
    readonly stream_id: number;
    readonly topic: string;
    readonly max_id: number;
  }[];
  /** The organization's own emoji, each with the address of its picture. */
  readonly emoji?: readonly { readonly name: string; readonly url: string }[];
  /** Links to pages below this address become relative ones; without a trailing slash. */
  readonly baseUrl?: string;
  /** False where the organization wants no pictures shown in messages. */
  readonly showsPictures?: boolean;
  /** Whether `:)` becomes an emoji: a setting of the author. */
  readonly translateEmoticons?: boolean;
  /** Of code between fences that name none; a setting of the organization. */
  readonly codeLanguage?: string | undefined;
  readonly engines?: MarkdownEngines;
  readonly linkifiers?: CompiledLinkifiers | undefined;
}

/** A part of a text that becomes a link. */
export interface LinkedPart {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** The organization's own links, ready to be looked for. */
export interface CompiledLinkifiers {
  /** Instructions of all patterns: what looking for them costs at worst at each character. */
  readonly size: number;
  /**
   * Those of one line from `from` on, by place; what stands before is only looked back at. Takes
   * what it costs from `left`, and finds no more where that is used up.
   */
  find(line: string, from: number, left: { linkifiers: number }): readonly LinkedPart[];
}

/** Large libraries, loaded only for texts that need them; what is absent is shown as source. */
export interface MarkdownEngines {
  readonly code?: CodeEngine;
  readonly math?: MathEngine;
  readonly time?: TimeEngine;
}

export interface CodeEngine {
  /** The display name of a language by any of its names, such as `Python` for `py`. */
  nameOf(language: string): string | null;
  /** HTML with spans of one class each, or null where the language is not known. */
  highlight(text: string, language: string): string | null;
}

/** HTML of a formula, or null where it is not valid TeX. */
export type MathEngine = (tex: string, display: boolean) => string | null;

/** The moment that a person's words name without doubt, or null. */
export type TimeEngine = (text: string) => Date | null;

export const noReferences: MarkdownReferences = { users: [], groups: [], streams: [] };

/** Whom a text calls; silent mentions do not count. */
export interface MarkdownMentions {
  readonly user_ids: Set<number>;
  readonly group_ids: Set<number>;
  /** `@**all**` and its other names. */
  stream_wildcard: boolean;
  /** `@**topic**` */
  topic_wildcard: boolean;
}

/** What the rules of this folder share during one rendering; travels in markdown-it's `env`. */
export interface RenderState {
  readonly references: MarkdownReferences;
  readonly mentions: MarkdownMentions;
  readonly names: ReferenceNames;
  /** What may still be spent on costly parts: in characters of their source, or steps of a search. */
  readonly left: { code: number; math: number; times: number; linkifiers: number };
  /** What is being read stands in a quote: mentions in it are silent. */
  isQuoted: boolean;
}

type ByName<T> = (name: string) => T | undefined;

/** References by what a text calls them. */
export interface ReferenceNames {
  readonly users: ByName<{ id: number; full_name: string }>;
  readonly usersById: ReadonlyMap<number, { id: number; full_name: string }>;
  readonly groups: ByName<MarkdownReferences['groups'][number]>;
  readonly streams: ByName<{ id: number; name: string }>;
  /** Addresses of pictures. */
  readonly emoji: ReadonlyMap<string, string>;
  /** By `topicKey`. */
  readonly topics: ReadonlyMap<string, number>;
}

/** Some tenths of a second at worst, for patterns that are made to take long. */
export const maxLinkifierSteps = 10_000_000;

export function topicKey(stream_id: number, topic: string): string {
  return `${stream_id}:${foldCase(topic)}`;
}

export function createRenderState(references: MarkdownReferences): RenderState {
  return {
    references,
    mentions: {
      user_ids: new Set(),
      group_ids: new Set(),
      stream_wildcard: false,
      topic_wildcard: false,
    },
    names: {
      // Of two people with one name the earlier account is meant.
      users: byName(references.users, ({ full_name }) => full_name),
      usersById: new Map(references.users.map((user) => [user.id, user])),
      groups: byName(references.groups, ({ name }) => name),
      streams: byName(references.streams, ({ name }) => name),
      emoji: new Map(references.emoji?.map(({ name, url }) => [name, url])),
      topics: new Map(
        references.topics?.map(({ stream_id, topic, max_id }) => [
          topicKey(stream_id, topic),
          max_id,
        ]),
      ),
    },
    left: { code: 10_000, math: 2_500, times: 2_000, linkifiers: maxLinkifierSteps },
    isQuoted: false,
  };
}

/** Finds by name: as it is written, else in any case. Of several the first is meant. */
function byName<T>(all: readonly T[], nameOf: (one: T) => string): ByName<T> {
  const last = all.toReversed();
  const exact = new Map(last.map((one) => [nameOf(one), one]));
  const folded = new Map(last.map((one) => [foldCase(nameOf(one)), one]));
  return (name) => exact.get(name) ?? folded.get(foldCase(name));
}

/** markdown-it keeps link definitions in `env.references`, so ours stands under its own key. */
export function renderStateOf(env: unknown): RenderState {
  return (env as { inkwell: RenderState }).inkwell;
}
