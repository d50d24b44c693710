import { RE2JS } from 're2js';
import { parseTemplate } from 'url-template';
import type { Linkifier } from './state';

/** A pattern in RE2's syntax with named groups, and an RFC 6570 template of the address. */
export interface LinkifierRule {
  readonly pattern: string;
  readonly url_template: string;
}

/**
 * Patterns ready for rendering, in the order in which they apply; matching takes linear time. A
 * match stands between characters that are no part of words. Throws where a pattern or template
 * does not parse.
 */
export function compileLinkifiers(rules: readonly LinkifierRule[]): Linkifier[] {
  return rules.map(({ pattern, url_template }) => {
    const regex = RE2JS.compile(pattern);
    const groups = Object.keys(regex.namedGroups());
    const template = parseTemplate(url_template);
    return {
      next(text, from) {
        const matcher = regex.matcher(text);
        for (let at = from; at <= text.length && matcher.find(at);) {
          const [start, end] = [matcher.start(), matcher.end()];
          if (end > start && standsAlone(text, start, end)) {
            const values = groups.map((name) => [name, matcher.group(name) ?? ''] as const);
            const url = template.expand(Object.fromEntries(values));
            return { index: start, text: text.slice(start, end), url };
          }
          at = Math.max(end, start + 1);
        }
        return null;
      },
    };
  });
}

const opening = /[\s'"(,:<[]/;
const word = /[\p{L}\p{N}_]/u;

function standsAlone(text: string, start: number, end: number): boolean {
  if (start > 0 && !opening.test(text[start - 1]!)) return false;
  return end >= text.length || !word.test(String.fromCodePoint(text.codePointAt(end)!));
}
