import type { TimeStyle } from '../time/format';
import { messageWords } from '../ui/rendered/words';

/** Characters of a message that a line can show, and of what is quoted in it. */
const most = 200;
const mostQuoted = 60;

/** The words of a message as the server renders it, line by line: text, never nodes. */
export function messageLines(message: string | Element, style: TimeStyle): string[] {
  const { locale, zone, twentyFour } = style;
  return messageWords(message, { locale, timeZone: zone, twentyFourHour: twentyFour ?? undefined });
}

/** The same for a line of a list: quotes are shortened, what was said about them is not. */
export function textOf(html: string, style: TimeStyle): string {
  const parts: { isQuote: boolean; text: string }[] = [];
  for (const line of messageLines(html, style)) {
    const isQuote = line.startsWith('> ');
    const last = parts.at(-1);
    const text = isQuote ? line.replace(/^[> ]+/, '') : line.trim();
    if (last?.isQuote === isQuote) last.text += ` ${text}`;
    else parts.push({ isQuote, text });
  }
  const words = parts.map(({ isQuote, text }) => (isQuote ? `> ${cut(text, mostQuoted)}` : text));
  return cut(words.join(' ').replace(/\s+/gu, ' ').trim(), most);
}

/** By whole signs. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
