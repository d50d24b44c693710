import type { MarkdownIt } from 'markdown-it';
import { escapeText } from './escape';
import { renderStateOf } from './state';

const pattern = /<time:([^>\n]{1,100})>/y;
const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const seconds = /^\d{1,11}$/;

/**
 * `<time:…>` with ISO 8601 (a date starts at midnight), seconds since 1970, or words. The default
 * time zone is UTC.
 */
export function timeRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('autolink', 'time', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    pattern.lastIndex = state.pos;
    const match = pattern.exec(state.src);
    if (!match) return false;
    const [whole, text = ''] = match;
    if (state.pos + whole.length > state.posMax) return false;
    if (!silent) state.push('html_safe', '', 0).content = timeHtml(text, state.env);
    state.pos += whole.length;
    return true;
  });
}

function timeHtml(text: string, env: unknown): string {
  const date = momentOf(text.trim(), env);
  if (!date) {
    return `<span class="timestamp-error">Invalid time format: ${escapeText(text)}</span>`;
  }
  const datetime = date.toISOString().replace(/\.\d+Z$/, 'Z');
  return `<time datetime="${datetime}">${escapeText(text)}</time>`;
}

function momentOf(text: string, env: unknown): Date | null {
  const { references, left } = renderStateOf(env);
  let date: Date | null = null;
  const [match, year, month, day, zone] = iso.exec(text) ?? [];
  if (match) {
    // JavaScript would read February 31 as March 3.
    const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
    if (Number(day) > days) return null;
    date = new Date(zone || !text.includes(':') ? text : `${text}Z`);
  } else if (seconds.test(text)) {
    date = new Date(Number(text) * 1000);
  } else if (text.length <= left.times) {
    left.times -= text.length;
    date = references.engines?.time?.(text) ?? null;
  }
  const inYear = date?.getUTCFullYear() ?? NaN;
  return date && inYear >= 1 && inYear <= 9999 ? date : null;
}
