import { foldCase } from '$lib/api/fold-case';

/** What to highlight in a text: words (case-folded), phrases, and words as typed. */
export interface HighlightTerms {
  readonly words: ReadonlySet<string>;
  /** HTML-escaped and case-folded. Highlighted anywhere. */
  readonly phrases: readonly string[];
  /** Like phrases, but only as whole words. */
  readonly tokens: readonly string[];
}

type Span = readonly [start: number, end: number];

const wordPattern = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);|[\p{L}\p{M}\p{N}]+/giu;
const open = '<span class="highlight">';
const close = '</span>';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);
}
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function foldedWordsOf(html: string): Set<string> {
  const words = new Set<string>();
  for (const [start, end] of textRuns(html)) {
    for (const [word] of html.slice(start, end).matchAll(wordPattern)) {
      if (!word.startsWith('&')) words.add(foldCase(word));
    }
  }
  return words;
}

/**
 * Wraps every hit in a span with the class `highlight`. Doesn't change tags, entities and MathML,
 * so well-formed HTML stays well-formed. Takes time linear in the text's length.
 */
export function highlightHits(html: string, marks: HighlightTerms): string {
  const parts: string[] = [];
  let copied = 0;
  for (const [start, end] of textRuns(html)) {
    for (const [from, to] of hitsIn(html.slice(start, end), marks)) {
      parts.push(
        html.slice(copied, start + from),
        open,
        html.slice(start + from, start + to),
        close,
      );
      copied = start + to;
    }
  }
  return parts.length === 0 ? html : parts.join('') + html.slice(copied);
}

/** Text between tags, except in MathML, where spans aren't allowed. */
function* textRuns(html: string): Generator<Span> {
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    const end = tag === -1 ? html.length : tag;
    if (end > at) yield [at, end];
    if (tag === -1) return;
    at = /^<math[\s>]/i.test(html.slice(tag, tag + 6)) ? afterMath(html, tag) : afterTag(html, tag);
  }
}

function afterMath(html: string, start: number): number {
  const end = html.indexOf('</math>', start);
  return end === -1 ? html.length : end + '</math>'.length;
}

/** A `>` in quotes belongs to an attribute. */
function afterTag(html: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < html.length; at++) {
    const char = html.charAt(at);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at + 1;
  }
  return html.length;
}

/** Hits in a run of text, in order and without overlaps. */
function hitsIn(text: string, { words, phrases, tokens }: HighlightTerms): Span[] {
  const hits: Span[] = [];
  const entities: Span[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const span: Span = [match.index, match.index + match[0].length];
    if (match[0].startsWith('&')) entities.push(span);
    else if (words.has(foldCase(match[0]))) hits.push(span);
  }
  // Same length as the text, because folding maps characters one to one.
  const searched = foldCase(text);
  const literal = [
    ...phrases.flatMap((phrase) => rangesOf(searched, phrase)),
    ...tokens.flatMap((token) => rangesOf(searched, token).filter((span) => isWhole(text, span))),
  ];
  hits.push(...literal.filter((span) => !cuts(span, entities)));
  return merged(hits);
}

function rangesOf(text: string, part: string): Span[] {
  const places: Span[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    places.push([at, at + part.length]);
  }
  return places;
}

const letter = /[\p{L}\p{M}\p{N}]/u;

/** Whether the span isn't part of a longer word. */
function isWhole(text: string, [start, end]: Span): boolean {
  const goesOn = (inside: string, outside: string) => letter.test(inside) && letter.test(outside);
  return (
    !goesOn(text.charAt(start), text.charAt(start - 1)) &&
    !goesOn(text.charAt(end - 1), text.charAt(end))
  );
}

/** Whether an end of the span is inside an entity. Both lists are short or sorted. */
function cuts([start, end]: Span, entities: readonly Span[]): boolean {
  return entities.some(([from, to]) => (from < start && start < to) || (from < end && end < to));
}

function merged(spans: Span[]): Span[] {
  spans.sort(([a], [b]) => a - b);
  const out: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = out.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
