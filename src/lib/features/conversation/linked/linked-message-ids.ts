/** Maximum number of linked messages previewed below a message. */
const maxLinkedMessages = 3;
const message = /^#narrow\/.*\/(?:near|id)\/(\d{1,15})\/?$/s;

/**
 * Ids of this server's messages that a message links to, without duplicates, in order. Skips links
 * that belong to quotes, whose text is shown already.
 */
export function linkedMessageIds(
  html: string,
  bases: readonly (string | undefined)[],
): readonly number[] {
  // Most messages have no such link and need no parsing.
  if (!/#narrow\/[^"]*\/(?:near|id)\/\d/.test(html)) return [];
  const text = new DOMParser().parseFromString(html, 'text/html');
  const links = [...text.querySelectorAll('a[href]')].filter((link) => !isQuoted(link));
  const ids = links.flatMap((link) => {
    const [, id] = message.exec(fragmentOf(link.getAttribute('href') ?? '', bases)) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(ids)].slice(0, maxLinkedMessages);
}

/** In a quote, or in the line above it that names its author. */
function isQuoted(link: Element): boolean {
  if (link.closest('blockquote')) return true;
  return link.closest('p')?.nextElementSibling?.tagName === 'BLOCKQUOTE';
}

/** The fragment of a URL of this server; empty for all others. */
function fragmentOf(href: string, bases: readonly (string | undefined)[]): string {
  if (href.startsWith('#')) return href;
  if (href.startsWith('/#')) return href.slice(1);
  const base = bases.find((one) => one !== undefined && href.startsWith(`${one}/#`));
  return base === undefined ? '' : href.slice(base.length + 1);
}
