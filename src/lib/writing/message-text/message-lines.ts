import type { TimeStyle } from '../../time/format-time';
import { readableLines } from '../../ui/rendered/readable-lines';

/** Characters of a message that a line can show, and of what is quoted in it. */
const maxLineLength = 200;
const maxQuoteLength = 60;

/** The words of a message as the server renders it, line by line: text, never nodes. */
export function messageLines(message: string | Element, style: TimeStyle): string[] {
  const { locale, zone, twentyFour } = style;
  return readableLines(message, {
    locale,
    timeZone: zone,
    twentyFourHour: twentyFour ?? undefined,
  });
}

/** The same for a line of a list: quotes are shortened, what was said about them is not. */
export function messageOneLine(html: string, style: TimeStyle): string {
  const parts: { isQuote: boolean; text: string }[] = [];
  for (const line of messageLines(html, style)) {
    const isQuote = line.startsWith('> ');
    const last = parts.at(-1);
    const text = isQuote ? line.replace(/^[> ]+/, '') : line.trim();
    if (last?.isQuote === isQuote) last.text += ` ${text}`;
    else parts.push({ isQuote, text });
  }
  const words = parts.map(({ isQuote, text }) =>
    isQuote ? `> ${cut(text, maxQuoteLength)}` : text,
  );
  return cut(words.join(' ').replace(/\s+/gu, ' ').trim(), maxLineLength);
}

/** By whole signs. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
