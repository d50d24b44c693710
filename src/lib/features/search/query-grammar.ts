import { parseOperator, type NarrowOperator } from '../../api/narrow';

/**
 * One term of a search. The operand is kept as typed: a name, an id, or one of the operator's own
 * values.
 */
export interface SearchTerm {
  /** `search` for words. */
  readonly operator: NarrowOperator;
  readonly operand: string;
  readonly negated: boolean;
}

/**
 * Maximum length of a search in characters. Servers accept no longer keyword searches or saved
 * searches.
 */
export const maxQueryLength = 500;

export const makeTerm = (
  operator: NarrowOperator,
  operand: string,
  negated = false,
): SearchTerm => ({
  ...{ operator, operand, negated },
});

export const isWordsTerm = ({ operator, negated }: SearchTerm) => operator === 'search' && !negated;

/**
 * Replaces characters that some URLs or servers reject: control characters and unpaired surrogates.
 */
export function cleanQuery(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * Parses a search, for example `channel:"design team" -has:link kites "at noon" -string`. Anything
 * that isn't a filter is a word; words to include become one term at the end. An unclosed quote
 * extends to the end. Never throws and runs in linear time.
 * https://zulip.com/help/search-for-messages
 */
export function parseQuery(query: string): readonly SearchTerm[] {
  const text = cleanQuery(query);
  const terms: SearchTerm[] = [];
  const words: string[] = [];
  let at = afterSpace(text, 0);
  while (at < text.length) {
    const part = readTerm(text, at) ?? readWord(text, at);
    if (typeof part.read !== 'string') terms.push(part.read);
    else if (part.read !== '') words.push(part.read);
    at = afterSpace(text, part.end);
  }
  return words.length > 0 ? [...terms, makeTerm('search', words.join(' '))] : terms;
}

/** Formats terms so that `parseQuery` returns them again, with words at the end. */
export function formatQuery(terms: readonly SearchTerm[]): string {
  const { pills, words } = splitTerms(terms);
  return [...pills.map(formatPill), words].filter(Boolean).join(' ');
}

/** Separates the words to include, as typed, from all other terms. */
export function splitTerms(terms: readonly SearchTerm[]): {
  readonly pills: readonly SearchTerm[];
  readonly words: string;
} {
  return {
    pills: terms.filter((one) => !isWordsTerm(one)),
    words: terms
      .filter(isWordsTerm)
      .map(({ operand }) => asWords(operand))
      .join(' '),
  };
}

/** Formats a term other than words to include. */
export function formatPill({ operator, operand, negated }: SearchTerm): string {
  if (operator === 'search') {
    const word = `-${operand}`;
    const read = readWord(word, 0);
    const isOne = read.end === word.length && typeof read.read !== 'string' && !readTerm(word, 0);
    return isOne && read.read.operand === operand ? word : `-search:${quoteOperand(operand)}`;
  }
  return `${negated ? '-' : ''}${operator}:${quoteOperand(operand)}`;
}

/** Unquoted if possible, otherwise in quotes, with `\` before quotes and backslashes. */
export function quoteOperand(operand: string): string {
  if (operand !== '' && !operand.startsWith('"') && !/\s/.test(operand)) return operand;
  return `"${operand.replace(/["\\]/g, '\\$&')}"`;
}

interface Part<T> {
  readonly read: T;
  readonly end: number;
}

/** Parses `channel:design` or `-topic:"new logo"`. Undefined if it isn't a filter. */
function readTerm(text: string, at: number): Part<SearchTerm | string> | undefined {
  const [head, sign, word = ''] = /^(-?)([a-z][a-z_-]{0,20}):/i.exec(text.slice(at, at + 24)) ?? [];
  if (head === undefined) return undefined;
  const operator = parseOperator(word.toLowerCase());
  if (!operator) return undefined;
  const start = at + head.length;
  const { read: operand, end } =
    text[start] === '"' ? readQuoted(text, start + 1) : readBare(text, start);
  const isEmpty = operand.trim() === '';
  if (isEmpty && !(operator === 'topic' && end > start)) return undefined;
  const negated = sign === '-';
  if (operator === 'search' && !negated) return { read: asWords(operand), end };
  return { read: makeTerm(operator, canonicalOperand(operator, operand.trim()), negated), end };
}

/** Alternative spellings of operators' values. */
const otherWords: Readonly<Record<string, string>> = {
  'is private': 'dm',
  'has images': 'image',
  'has links': 'link',
  'has attachments': 'attachment',
  'has reactions': 'reaction',
};

const withWords: ReadonlySet<string> = new Set(['is', 'has', 'in', 'channels']);

/** The preferred spelling of the operand. */
export function canonicalOperand(operator: NarrowOperator, operand: string): string {
  if (!withWords.has(operator)) return operand;
  const word = operand.toLowerCase();
  return otherWords[`${operator} ${word}`] ?? word;
}

function readQuoted(text: string, start: number): Part<string> {
  let read = '';
  let at = start;
  for (; at < text.length && text[at] !== '"'; at++) {
    const isEscape = text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\');
    if (isEscape) at += 1;
    read += text.charAt(at);
  }
  return { read, end: at + 1 };
}

function readBare(text: string, start: number): Part<string> {
  let end = start;
  while (end < text.length && !isSpace(text[end])) end += 1;
  return { read: text.slice(start, end), end };
}

/** Parses a word up to the next space outside quotes. A minus in front makes it a separate term. */
function readWord(text: string, start: number): Part<SearchTerm | string> {
  let end = start;
  let isQuoted = false;
  for (; end < text.length && (isQuoted || !isSpace(text[end])); end++) {
    if (text[end] === '"') isQuoted = !isQuoted;
  }
  const word = text.slice(start, end) + (isQuoted ? '"' : '');
  if (isBlank(word)) return { read: '', end };
  const rest = word.slice(1);
  const isNegated = word.startsWith('-') && !rest.startsWith('-') && !isBlank(rest);
  return { read: isNegated ? makeTerm('search', rest, true) : word, end };
}

/** Formats words as typed, quoting whatever would be parsed as something else. */
function asWords(operand: string): string {
  const text = cleanQuery(operand);
  const words: string[] = [];
  for (let at = afterSpace(text, 0); at < text.length;) {
    const { read, end } = readWord(text, at);
    const word = typeof read === 'string' ? read : `-${read.operand}`;
    const isOther = typeof read !== 'string' || readTerm(word, 0) !== undefined;
    if (word !== '') words.push(isOther ? `"${word.replaceAll('"', '')}"` : word);
    at = afterSpace(text, end);
  }
  return words.join(' ');
}

const isBlank = (word: string) => /^["\s]*$/.test(word);

const isSpace = (sign: string | undefined) => sign !== undefined && /\s/.test(sign);

function afterSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) at += 1;
  return at;
}
