import { foldCase } from '$lib/api/fold-case';

/**
 * Everything that a text can refer to by name. Loaded before rendering, so that rendering is pure.
 */
export interface MarkdownReferences {
  readonly users: readonly { readonly id: number; readonly full_name: string }[];
  /** A mention of a deactivated group is shown but notifies no one. */
  readonly groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly deactivated?: boolean;
  }[];
  /** Channels that the sender can see. */
  readonly streams: readonly { readonly id: number; readonly name: string }[];
  /** Topics with messages that the sender can read, and the id of the last one. */
  readonly topics?: readonly {
    readonly stream_id: number;
    readonly topic: string;
    readonly max_id: number;
  }[];
  readonly emoji?: readonly { readonly name: string; readonly url: string }[];
  /** Links to pages below this URL become relative. Without a trailing slash. */
  readonly baseUrl?: string;
  /** False if the organization doesn't show images in messages. */
  readonly showsPictures?: boolean;
  /** Whether `:)` becomes an emoji, a setting of the author. */
  readonly translateEmoticons?: boolean;
  /** Language of code blocks that don't name one, a setting of the organization. */
  readonly codeLanguage?: string | undefined;
  readonly engines?: MarkdownEngines;
  readonly linkifiers?: CompiledLinkifiers | undefined;
}

/** A part of a text that a linkifier turns into a link. */
export interface LinkedPart {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

export interface CompiledLinkifiers {
  /** Number of instructions in all patterns: the worst-case cost of a search per character. */
  readonly size: number;
  /**
   * Finds the links of a line from `from` on, in order of position. The text before is used only to
   * look back. Subtracts its cost from `left` and stops when that is used up.
   */
  find(line: string, from: number, left: { linkifiers: number }): readonly LinkedPart[];
}

/**
 * Large libraries, loaded only for texts that need them. Without one, its parts are shown as
 * source.
 */
export interface MarkdownEngines {
  readonly code?: CodeEngine;
  readonly math?: MathEngine;
  readonly time?: TimeEngine;
}

export interface CodeEngine {
  /** The display name of a language by any of its names, for example `Python` for `py`. */
  nameOf(language: string): string | null;
  /** HTML with spans of one class each, or null for an unknown language. */
  highlight(text: string, language: string): string | null;
}

/** HTML of a formula, or null where it is not valid TeX. */
export type MathEngine = (tex: string, display: boolean) => string | null;

/** The time that words describe unambiguously, or null. */
export type TimeEngine = (text: string) => Date | null;

export const noReferences: MarkdownReferences = { users: [], groups: [], streams: [] };

/** Whom a text mentions. Silent mentions don't count. */
export interface MarkdownMentions {
  readonly user_ids: Set<number>;
  readonly group_ids: Set<number>;
  /** `@**all**` and its synonyms. */
  stream_wildcard: boolean;
  /** `@**topic**` */
  topic_wildcard: boolean;
}

/** State that this folder's rules share during one rendering, in markdown-it's `env`. */
export interface RenderState {
  readonly references: MarkdownReferences;
  readonly mentions: MarkdownMentions;
  readonly names: ReferenceNames;
  /** Remaining budget for costly parts, in characters of source or in search steps. */
  readonly left: { code: number; math: number; times: number; linkifiers: number };
  /** Whether the parser is inside a quote, where mentions are silent. */
  isQuoted: boolean;
}

type ByName<T> = (name: string) => T | undefined;

/** References by the names used in texts. */
export interface ReferenceNames {
  readonly users: ByName<{ id: number; full_name: string }>;
  readonly usersById: ReadonlyMap<number, { id: number; full_name: string }>;
  readonly groups: ByName<MarkdownReferences['groups'][number]>;
  readonly streams: ByName<{ id: number; name: string }>;
  /** Image URLs by name. */
  readonly emoji: ReadonlyMap<string, string>;
  /** Message ids by `topicKey`. */
  readonly topics: ReadonlyMap<string, number>;
}

/** A few tenths of a second at worst, for patterns designed to be slow. */
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
      // If two people have the same name, it means the older account.
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

/** Finds by exact name, or else in any case. If several match, the first one. */
function byName<T>(all: readonly T[], nameOf: (one: T) => string): ByName<T> {
  const last = all.toReversed();
  const exact = new Map(last.map((one) => [nameOf(one), one]));
  const folded = new Map(last.map((one) => [foldCase(nameOf(one)), one]));
  return (name) => exact.get(name) ?? folded.get(foldCase(name));
}

/** markdown-it keeps link definitions in `env.references`, so this state has its own key. */
export function renderStateOf(env: unknown): RenderState {
  return (env as { inkwell: RenderState }).inkwell;
}
