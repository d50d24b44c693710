/**
 * Placeholders of a snippet: `{date}`, `{ask: Order number}`, `{choose: red|blue}`. Only these
 * words in braces are placeholders; other braces are text. To write one literally, double its
 * braces: `{{date}}` produces `{date}` (each further pair adds one more). An unfilled placeholder
 * keeps its spelling in a message until someone fills it in, so it survives a reload, the server
 * and another device.
 */

/** Placeholders that are filled in automatically on insertion. */
export const autoFilledNames = [
  'date',
  'time',
  'me',
  'recipient',
  'channel',
  'topic',
  'selection',
  'clipboard',
] as const;
export type AutoFilledName = (typeof autoFilledNames)[number];

export type SnippetPlaceholder =
  | { readonly kind: 'filled'; readonly name: AutoFilledName }
  | { readonly kind: 'cursor' }
  | { readonly kind: 'ask'; readonly label: string }
  | { readonly kind: 'choose'; readonly options: readonly string[] };

export type SnippetPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `source` is its spelling in the snippet. */
  | { readonly kind: 'blank'; readonly placeholder: SnippetPlaceholder; readonly source: string };

/** Matches braces around a placeholder word. The text of ask and choose is on one line. */
export const placeholderPattern = new RegExp(
  String.raw`(?<!\{)(\{+)(cursor|${autoFilledNames.join('|')}|(?:ask|choose):(?:[^\S\n]|\|)*[^\s|{}][^{}\n]*)(\}+)`,
  'gi',
);

export function parsePlaceholders(content: string): readonly SnippetPart[] {
  const parts: SnippetPart[] = [];
  let text = '';
  let end = 0;
  const flush = () => {
    if (text) parts.push({ kind: 'text', text });
    text = '';
  };
  for (const match of content.matchAll(placeholderPattern)) {
    const [whole, open = '', word = '', close = ''] = match;
    const depth = Math.min(open.length, close.length);
    const source = `{${word}}`;
    text += content.slice(end, match.index) + open.slice(depth);
    if (depth > 1) text += `${open.slice(0, depth - 1)}${word}${close.slice(0, depth - 1)}`;
    else {
      flush();
      parts.push({ kind: 'blank', placeholder: placeholderOf(word), source });
    }
    text += close.slice(depth);
    end = match.index + whole.length;
  }
  text += content.slice(end);
  flush();
  return parts;
}

function placeholderOf(word: string): SnippetPlaceholder {
  const colon = word.indexOf(':');
  const name = word.toLowerCase().slice(0, colon < 0 ? undefined : colon);
  const words = word.slice(colon + 1);
  if (name === 'ask') return { kind: 'ask', label: words.trim() };
  if (name === 'choose') {
    const options = words.split('|').flatMap((one) => one.trim() || []);
    return { kind: 'choose', options: [...new Set(options)] };
  }
  return name === 'cursor' ? { kind: 'cursor' } : { kind: 'filled', name: name as AutoFilledName };
}

/** A placeholder that the user has to fill in, and its position. */
export interface UnfilledPlaceholder {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** Options to choose from; empty for a question. */
  readonly options: readonly string[];
}

/** The unfilled placeholders of a message text in order, regardless of other braces around them. */
export function unfilledPlaceholders(text: string): readonly UnfilledPlaceholder[] {
  const found: UnfilledPlaceholder[] = [];
  for (const match of text.matchAll(placeholderPattern)) {
    const [whole, open = '', word = '', close = ''] = match;
    const placeholder = placeholderOf(word);
    if (placeholder.kind !== 'ask' && placeholder.kind !== 'choose') continue;
    const start = match.index + open.length - 1;
    found.push({
      start,
      end: match.index + whole.length - close.length + 1,
      label: placeholder.kind === 'ask' ? placeholder.label : placeholder.options.join(' | '),
      options: placeholder.kind === 'choose' ? placeholder.options : [],
    });
  }
  return found;
}

export interface SnippetInsertion {
  readonly text: string;
  /**
   * Selection after insertion: the first unfilled placeholder, else the first `{cursor}`, else the
   * end.
   */
  readonly caret: readonly [start: number, end: number];
}

/**
 * The text that a snippet produces. A placeholder without a value becomes a question labeled by
 * `nameOf`, so that nothing is dropped silently.
 */
export function fillPlaceholders(
  parts: readonly SnippetPart[],
  values: Partial<Readonly<Record<AutoFilledName, string>>>,
  nameOf: (name: AutoFilledName) => string = (name) => name,
): SnippetInsertion {
  let text = '';
  let cursor: readonly [number, number] | undefined;
  let first: readonly [number, number] | undefined;
  for (const part of parts) {
    if (part.kind === 'text') {
      text += part.text;
    } else if (part.placeholder.kind === 'cursor') {
      cursor ??= [text.length, text.length];
    } else {
      const value = part.placeholder.kind === 'filled' ? values[part.placeholder.name] : undefined;
      const open =
        part.placeholder.kind === 'filled'
          ? `{ask: ${nameOf(part.placeholder.name)}}`
          : part.source;
      const start = text.length;
      text += value ?? open;
      if (value === undefined) first ??= [start, text.length];
    }
  }
  return { text, caret: first ?? cursor ?? [text.length, text.length] };
}
