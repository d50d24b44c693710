import { templateVariables } from '../../api/url-template';

/** The links a linkifier makes of a text, or why it is invalid. */
export type LinkifierResult =
  | { readonly kind: 'links'; readonly links: readonly { text: string; url: string }[] }
  | { readonly kind: 'pattern' }
  | { readonly kind: 'template' }
  | { readonly kind: 'names'; readonly missing: readonly string[] };

/**
 * Works like the server: linear time and the server's pattern syntax. The libraries load on first
 * use. https://zulip.com/api/add-linkifier
 */
export async function previewLinkifier(
  source: string,
  url_template: string,
  text: string,
): Promise<LinkifierResult> {
  const [{ RE2JS }, { parseTemplate }] = await Promise.all([
    import('re2js'),
    import('url-template'),
  ]);
  let pattern;
  try {
    RE2JS.compile(source);
    pattern = RE2JS.compile(`(?:^|[\\s\\pZ\\x85'"(,:<])(${source})(?:$|[^\\pL\\pN])`);
  } catch {
    return { kind: 'pattern' };
  }
  const names = Object.keys(pattern.namedGroups());
  const variables = templateVariables(url_template);
  if (!variables) return { kind: 'template' };
  const missing = variables.filter((name) => !names.includes(name));
  if (missing.length > 0) return { kind: 'names', missing };
  const template = parseTemplate(url_template);
  const links: { text: string; url: string }[] = [];
  const matcher = pattern.matcher(text);
  for (let from = 0; from <= text.length && links.length < 20 && matcher.find(from);) {
    const values = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? '']));
    links.push({ text: matcher.group(1) ?? '', url: template.expand(values) });
    // The character that ends one match can begin the next.
    from = Math.max(matcher.end(1), from + 1);
  }
  return { kind: 'links', links };
}
