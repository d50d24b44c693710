/** Links to messages that are shown beneath one, at most. */
const maxLinkedMessages = 3;
const message = /^#narrow\/.*\/(?:near|id)\/(\d{1,15})\/?$/s;

/**
 * Ids of the messages of this server that a message links to, each once, in its order. Those that it
 * quotes stand there already.
 */
export function linkedMessageIds(
  html: string,
  bases: readonly (string | undefined)[],
): readonly number[] {
  // Most have none, and need not be parsed.
  if (!/#narrow\/[^"]*\/(?:near|id)\/\d/.test(html)) return [];
  const text = new DOMParser().parseFromString(html, 'text/html');
  const links = [...text.querySelectorAll('a[href]')].filter((link) => !isQuoted(link));
  const ids = links.flatMap((link) => {
    const [, id] = message.exec(fragmentOf(link.getAttribute('href') ?? '', bases)) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(ids)].slice(0, maxLinkedMessages);
}

/** In a quotation, or in the line that says whose quotation follows. */
function isQuoted(link: Element): boolean {
  if (link.closest('blockquote')) return true;
  return link.closest('p')?.nextElementSibling?.tagName === 'BLOCKQUOTE';
}

/** What an address of this server says after its path; empty for all others. */
function fragmentOf(href: string, bases: readonly (string | undefined)[]): string {
  if (href.startsWith('#')) return href;
  if (href.startsWith('/#')) return href.slice(1);
  const base = bases.find((one) => one !== undefined && href.startsWith(`${one}/#`));
  return base === undefined ? '' : href.slice(base.length + 1);
}
