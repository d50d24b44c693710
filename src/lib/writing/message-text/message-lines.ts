import type { TimeStyle } from '../../time/format-time';
import { readableLines } from '../../ui/rendered/readable-lines';

/** Maximum characters of a message in one line, then of each quote in it. */
const maxLineLength = 200;
const maxQuoteLength = 60;

/** The text of a message as rendered by the server, by line: strings, never nodes. */
export function messageLines(message: string | Element, style: TimeStyle): string[] {
  const { locale, zone, twentyFour } = style;
  return readableLines(message, {
    locale,
    timeZone: zone,
    twentyFourHour: twentyFour ?? undefined,
  });
}

/** The text as one line for a list: quotes are shortened, the replies to them aren't. */
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

/** Never splits a surrogate pair. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
