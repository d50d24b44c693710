import { setImmediate as turn } from 'node:timers/promises';
import type { getMessageHistory } from '$lib/api/edit-message';
import type { ResultOf } from '$lib/api/define-operation';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import type { StoredMessage } from '../db/schema/messages';
import { badRequest } from '../failure';
import { realmSettingOf } from '../realm/settings';
import { unixTime } from '../users/wire';
import { visibleHistory, type MessageChange } from './history';

interface Match {
  readonly old: number;
  readonly new: number;
}

/**
 * Above this many word pairs, the text counts as rewritten, because comparing takes milliseconds.
 */
const maxWordPairs = 100_000;

/** Longest common subsequence of the words, ascending. */
function findCommonWords(before: readonly string[], after: readonly string[]): Match[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const found = Array.from({ length: head }, (_, at) => ({ old: at, new: at }));
  const middle = maxCommon(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  found.push(...middle.map(({ old, new: now }) => ({ old: old + head, new: now + head })));
  for (let left = tail; left > 0; left--) {
    found.push({ old: before.length - left, new: after.length - left });
  }
  return found;
}

function maxCommon(before: readonly string[], after: readonly string[]): Match[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > maxWordPairs) return [];
  const width = columns + 1;
  /** Length of the longest common subsequence of the remaining words, per row and column. */
  const common = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      common[at] =
        before[row] === after[column]
          ? common[at + width + 1]! + 1
          : Math.max(common[at + width]!, common[at + 1]!);
    }
  }
  const found: Match[] = [];
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const at = row * width + column;
    if (before[row] === after[column]) found.push({ old: row++, new: column++ });
    else if (common[at + width]! >= common[at + 1]!) row++;
    else column++;
  }
  return found;
}

/**
 * Shows an edit as HTML: the new text with insertions marked, and deleted words marked where they
 * were. https://zulip.com/api/get-message-history, `content_html_diff`
 */
export function htmlDiff(before: string, after: string): string {
  const old = tokensOf(before);
  const now = tokensOf(after);
  const [oldWords, newWords] = [wordsOf(old), wordsOf(now)];
  const kept = findCommonWords(
    oldWords.map((at) => old[at]!.key),
    newWords.map((at) => now[at]!.key),
  );
  const inserted = new Set(newWords);
  /** Deleted words by the index of the new word they follow. -1 is before the first. */
  const deleted = new Map<number, string>();
  let from = { old: 0, new: 0 };
  for (const to of [...kept, { old: oldWords.length, new: newWords.length }]) {
    const gone = oldWords.slice(from.old, to.old);
    if (gone.length > 0) deleted.set(newWords[to.new - 1] ?? -1, piece(old, gone));
    if (to.new < newWords.length) inserted.delete(newWords[to.new]!);
    from = { old: to.old + 1, new: to.new + 1 };
  }
  return `<div>${written(now, inserted, deleted)}</div>`;
}

interface Token {
  readonly kind: 'open' | 'close' | 'word' | 'space';
  readonly html: string;
  /** Compared between the two texts: the word itself, or the tag name. */
  readonly key: string;
}

/** The renderer escapes < and > in attributes. */
const parts = /<[^<>]*>|[^<]+|</g;
/** Void elements; each counts as one word. */
const wholes = new Set(['br', 'hr', 'img', 'input', 'video', 'audio', 'source']);

function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  /** Number of open elements in a formula, which counts as one word. */
  let depth = 0;
  let formula = '';
  for (const [part] of html.matchAll(parts)) {
    const [, slash = '', name = ''] = /^<(\/?)([a-z][\w-]*)/i.exec(part) ?? [];
    const isOpening = name !== '' && slash === '' && !wholes.has(name) && !part.endsWith('/>');
    if (depth > 0 || /^<span class="katex/.test(part)) {
      formula += part;
      depth += isOpening ? 1 : slash === '' ? 0 : -1;
      if (depth > 0) continue;
      tokens.push({ kind: 'word', html: formula, key: formula });
      formula = '';
    } else if (name === '') {
      for (const [text] of part.matchAll(/\S+\s*|\s+/g)) {
        const key = text.trimEnd();
        tokens.push({ kind: key === '' ? 'space' : 'word', html: text, key });
      }
    } else if (slash !== '') tokens.push({ kind: 'close', html: part, key: name });
    else if (isOpening) tokens.push({ kind: 'open', html: part, key: name });
    else tokens.push({ kind: 'word', html: part, key: part });
  }
  return tokens;
}

function wordsOf(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ kind }, at) => (kind === 'word' ? [at] : []));
}

const marked = (what: 'inserted' | 'deleted', html: string) =>
  `<span class="highlight_text_${what}">${html}</span>`;

const apart = (html: string) => (/^\s?$/.test(html.slice(-1)) ? html : `${html} `);

function written(
  tokens: readonly Token[],
  inserted: ReadonlySet<number>,
  deleted: ReadonlyMap<number, string>,
): string {
  let html = '';
  let run = '';
  const endRun = () => {
    if (run === '') return;
    const text = run.trimEnd();
    html += marked('inserted', text) + run.slice(text.length);
    run = '';
  };
  let first = deleted.get(-1) ?? '';
  for (const [at, { kind, html: part }] of tokens.entries()) {
    if (kind === 'word' && first !== '') {
      html += `${first} `;
      first = '';
    }
    if (inserted.has(at)) run += part;
    else {
      if (kind !== 'space' || run === '') endRun();
      if (run === '') html += part;
      else run += part;
    }
    const gone = deleted.get(at);
    if (gone === undefined) continue;
    endRun();
    html = `${apart(html)}${gone} `;
  }
  endRun();
  return html + first;
}

/**
 * Deleted words keep these elements, in whole pairs only. Links are left out, because the words may
 * end up inside another link.
 */
const inline = new Set(['strong', 'em', 'del', 'code', 'span']);

/** Deleted words with the elements that surround only them. */
function piece(tokens: readonly Token[], words: readonly number[]): string {
  let [first, last] = [words[0]!, words.at(-1)!];
  while (tokens[first - 1]?.kind === 'open') first--;
  while (tokens[last + 1]?.kind === 'close') last++;
  const paired = pairsIn(tokens, first, last);
  let html = '';
  let isApart = true;
  for (let at = first; at <= last; at++) {
    const { kind, html: part } = tokens[at]!;
    const isKept = kind === 'word' || paired.has(at);
    if (isKept) html += part;
    else if (!isApart) html += ' ';
    isApart = !isKept || /\s$/.test(part);
  }
  return marked('deleted', html.trimEnd());
}

function pairsIn(tokens: readonly Token[], first: number, last: number): ReadonlySet<number> {
  const paired = new Set<number>();
  const open: number[] = [];
  for (let at = first; at <= last; at++) {
    const { kind, key } = tokens[at]!;
    if (kind === 'open') open.push(at);
    else if (kind === 'close') {
      const opened = open.pop();
      if (opened === undefined || !inline.has(key)) continue;
      paired.add(opened).add(at);
    }
  }
  return paired;
}

type Version = ResultOf<typeof getMessageHistory>['message_history'][number];

/**
 * Every version, oldest first, reconstructed by undoing the stored changes. If only moves are
 * visible, all have today's text. Throws 400 if the organization hides the edit history. Comparing
 * two long versions takes milliseconds, so this yields to other work in between.
 */
export async function versionsOf(
  { realm }: Pick<ServiceContext, 'realm'>,
  row: StoredMessage,
  allowEmptyTopic: boolean,
): Promise<Version[]> {
  const policy = realmSettingOf(realm, 'message_edit_history_visibility_policy');
  if (policy === 'none') {
    throw badRequest('Message edit history is disabled in this organization');
  }
  const changes: readonly MessageChange[] = visibleHistory({ realm }, row, true) ?? [];
  let topic = row.topic;
  let content = row.content;
  let rendered_content = row.rendered_content;
  const versions: Version[] = [];
  for (const change of changes) {
    const before = change.prev_rendered_content;
    if (before !== undefined) await turn();
    versions.push({
      ...{ ...change, topic, content, rendered_content },
      ...(before !== undefined && { content_html_diff: htmlDiff(before, rendered_content) }),
    });
    topic = change.prev_topic ?? topic;
    content = change.prev_content ?? content;
    rendered_content = change.prev_rendered_content ?? rendered_content;
  }
  versions.push({
    topic,
    content,
    rendered_content,
    user_id: row.sender_id,
    timestamp: unixTime(row.date_sent),
  });
  const shown = allowEmptyTopic || row.stream_id === null ? (each: Version) => each : named;
  return versions.reverse().map(shown);
}

function named(version: Version): Version {
  return {
    ...version,
    topic: version.topic || emptyTopicName,
    ...(version.prev_topic === '' && { prev_topic: emptyTopicName }),
  };
}
