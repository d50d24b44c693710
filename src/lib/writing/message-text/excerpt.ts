export interface ExcerptSegment {
  readonly text: string;
  readonly kind: 'plain' | 'strong' | 'emphasis' | 'strike' | 'code' | 'mention' | 'link' | 'quote';
}

/** Characters of a draft that are read: more than two lines of a list can show. */
const looked = 600;

const inline =
  /(?<!`)(?<code>`+)(?!`)(?<codeText>.+?)(?<!`)\k<code>(?!`)|@_?\*\*(?<person>[^*\n]+?)(?:\|\d+)?\*\*|#\*\*(?<channel>[^*\n]+)\*\*|!?\[(?<label>[^[\]\n]*)\]\((?<target>[^)\s]+)\)|\*\*(?<strong>[^\n]+?)\*\*|(?<![\p{L}\p{N}*])\*(?<emphasis>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])|~~(?<strike>[^\n]+?)~~|\|\|(?<spoiler>[^\n]+?)\|\|/gu;

/**
 * The beginning of a message in Zulip's Markdown, as text runs per line, for a list row. Never
 * HTML: unknown syntax stays as typed.
 * https://zulip.com/help/format-your-message-using-markdown
 */
export function excerpt(content: string): readonly (readonly ExcerptSegment[])[] {
  const lines: ExcerptSegment[][] = [];
  let fence: string | undefined;
  for (const line of content.slice(0, looked).split('\n')) {
    const opening = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (opening && (fence === undefined || opening.startsWith(fence))) {
      fence = fence === undefined ? opening : undefined;
      continue;
    }
    const segments: ExcerptSegment[] = [];
    if (fence !== undefined) push(segments, 'code', line.trim());
    else readLine(segments, line);
    if (segments.length > 0) lines.push(segments);
  }
  return lines;
}

/** The excerpt as a single line of plain text. */
export const excerptText = (content: string): string =>
  excerpt(content)
    .flat()
    .map(({ text }) => text)
    .join('');

function readLine(segments: ExcerptSegment[], line: string): void {
  const quote = /^\s*>\s?/.exec(line);
  if (quote) return push(segments, 'quote', line.slice(quote[0].length).trim());
  const text = line
    .replace(/^\s*(?:#{1,6}\s+|[-*+]\s+)/, '')
    .replace(/\s+/gu, ' ')
    .trim();
  let at = 0;
  for (const match of text.matchAll(inline)) {
    push(segments, 'plain', text.slice(at, match.index));
    at = match.index + match[0].length;
    const { codeText, person, channel, label, target, strong, emphasis, strike, spoiler } =
      match.groups ?? {};
    if (codeText !== undefined) push(segments, 'code', codeText);
    else if (person !== undefined) push(segments, 'mention', `@${person}`);
    else if (channel !== undefined) push(segments, 'mention', `#${channel.replace('>', ' › ')}`);
    else if (target !== undefined) push(segments, 'link', label || target);
    else if (strong !== undefined) push(segments, 'strong', strong);
    else if (emphasis !== undefined) push(segments, 'emphasis', emphasis);
    else if (strike !== undefined) push(segments, 'strike', strike);
    else push(segments, 'plain', spoiler ?? match[0]);
  }
  push(segments, 'plain', text.slice(at));
}

function push(segments: ExcerptSegment[], kind: ExcerptSegment['kind'], text: string): void {
  if (text) segments.push({ kind, text });
}
