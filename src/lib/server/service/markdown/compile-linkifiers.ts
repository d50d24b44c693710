import type { RealmLinkifier } from '$lib/api/linkifiers';
import type { Matcher, RE2JS } from 're2js';
import { parseTemplate, type Template } from 'url-template';
import { isAllowedLink } from './links';
import type { LinkedPart, CompiledLinkifiers } from './state';

/**
 * Maximum number of instructions of a compiled pattern. In the worst case, each step of a search
 * runs all of them.
 */
export const maxPatternInstructions = 500;

/** Topics repeat often, also within one reply. */
const maxRememberedTexts = 2000;
const maxRememberedLength = 100;

interface Compiled {
  readonly pattern: RE2JS;
  readonly names: readonly string[];
  readonly template: Template;
}

/** Compiles a pattern, loading the library on first use. Throws if it isn't valid. */
export async function compilePattern(source: string): Promise<RE2JS> {
  const { RE2JS } = await import('re2js');
  // Compile it alone first: `a)(b` is only valid with the parentheses around it.
  RE2JS.compile(source);
  return RE2JS.compile(`(?:^|[\\s\\pZ\\x85'"(,:<])(${source})(?:$|[^\\pL\\pN])`);
}

/**
 * Compiles linkifiers. They match only where they are separate: at the ends of a line, after
 * whitespace or one of `'"(,:<`, and before anything but a letter or digit.
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

/** If two overlap, the earlier linkifier in the list wins. */
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
      // Assume that a search scans the whole rest, wherever it ends.
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

/** Null if it can't be a link, because of the values that the text fills in. */
function addressOf({ names, template }: Compiled, matcher: Matcher): string | null {
  // No prototype, because a group can be named `constructor`.
  const values = Object.create(null) as Record<string, string | null>;
  for (const name of names) values[name] = matcher.group(name);
  try {
    const url = template.expand(values);
    return isAllowedLink(url) ? url : null;
  } catch {
    // A lone surrogate can't be encoded.
    return null;
  }
}
