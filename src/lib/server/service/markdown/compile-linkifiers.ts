import type { RealmLinkifier } from '$lib/api/linkifiers';
import type { Matcher, RE2JS } from 're2js';
import { parseTemplate, type Template } from 'url-template';
import { isAllowedLink } from './links';
import type { LinkedPart, CompiledLinkifiers } from './state';

/** Of the compiled pattern: a step of a search goes through all of them at worst. */
export const maxPatternInstructions = 500;

/** Topics come again and again, many of them in one reply. */
const maxRememberedTexts = 2000;
const maxRememberedLength = 100;

interface Compiled {
  readonly pattern: RE2JS;
  readonly names: readonly string[];
  readonly template: Template;
}

/** Loads the library only where there is something to look for. Throws where it is no pattern. */
export async function compilePattern(source: string): Promise<RE2JS> {
  const { RE2JS } = await import('re2js');
  // By itself first: `a)(b` holds together only with what is put around it.
  RE2JS.compile(source);
  return RE2JS.compile(`(?:^|[\\s\\pZ\\x85'"(,:<])(${source})(?:$|[^\\pL\\pN])`);
}

/**
 * Makes linkifiers ready. One fits where it stands alone: at the ends of a line, behind a blank or
 * one of `'"(,:<`, and before what is neither letter nor digit.
 */
export async function compileLinkifiers(
  list: readonly RealmLinkifier[],
): Promise<CompiledLinkifiers> {
  const compiled: Compiled[] = [];
  for (const { pattern: source, url_template } of list) {
    const pattern = await compilePattern(source);
    const names = Object.keys(pattern.namedGroups());
    compiled.push({ pattern, names, template: parseTemplate(url_template) });
  }
  const remembered = new Map<string, readonly LinkedPart[]>();
  return {
    size: compiled.reduce((sum, { pattern }) => sum + pattern.programSize(), 0),
    find(line, from, left) {
      if (from > 0 || line.length > maxRememberedLength) return findAll(compiled, line, from, left);
      const known = remembered.get(line);
      if (known) return known;
      const parts = findAll(compiled, line, from, left);
      if (left.linkifiers < 0) return parts;
      if (remembered.size >= maxRememberedTexts) remembered.clear();
      remembered.set(line, parts);
      return parts;
    },
  };
}

/** Where two overlap, the linkifier that comes first in order has it. */
function findAll(
  compiled: readonly Compiled[],
  line: string,
  from: number,
  left: { linkifiers: number },
): readonly LinkedPart[] {
  const parts: LinkedPart[] = [];
  for (const one of compiled) {
    const matcher = one.pattern.matcher(line);
    const size = one.pattern.programSize();
    let at = from;
    while (at < line.length) {
      // One search may look at all that is left, wherever it ends.
      left.linkifiers -= (line.length - at) * size;
      if (left.linkifiers < 0) break;
      if (!matcher.find(at)) break;
      const [start, end] = [matcher.start(1), matcher.end(1)];
      at = Math.max(end, at + 1);
      if (start === end || parts.some((part) => start < part.end && part.start < end)) continue;
      const url = addressOf(one, matcher);
      if (url !== null) parts.push({ start, end, url });
    }
  }
  return parts.sort((a, b) => a.start - b.start);
}

/** Null where it may not be a link, whatever the text has put into it. */
function addressOf({ names, template }: Compiled, matcher: Matcher): string | null {
  // Without a prototype: a group may be called `constructor`.
  const values = Object.create(null) as Record<string, string | null>;
  for (const name of names) values[name] = matcher.group(name);
  try {
    const url = template.expand(values);
    return isAllowedLink(url) ? url : null;
  } catch {
    // Half a character cannot be encoded.
    return null;
  }
}
