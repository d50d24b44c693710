import type TurndownService from 'turndown';
import { hasClass, trimmedTextOf } from './node';

/** Rules for links and images. Images become links. */
export function pasteLinkRules(converter: TurndownService): void {
  converter.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => {
      const picture = node as HTMLElement;
      const source = picture.getAttribute('src') ?? '';
      const name = picture.getAttribute('alt') ?? source.split('/').at(-1) ?? '';
      const alt = name.replace(/[[\]\n]/g, ' ').trim();
      if (hasClass(picture, 'emoji')) return alt;
      if (hasClass(picture, 'inline-image')) return `![${alt}](${written(source)})`;
      // Inside a link, an image becomes the link's text.
      if (picture.closest('a[href]')) return alt;
      // An image without a name is decoration.
      return alt && /^https?:/.test(source) ? `[${alt}](${source})` : '';
    },
  });

  converter.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => {
      // A link is on one line, even if it contains blocks.
      const lines = content
        .split('\n')
        .map((line) => line.trim().replace(/^(?:#{1,6} |> |- )/, ''));
      const text = lines.filter(Boolean).join(' ');
      const given = (node as HTMLElement).getAttribute('href')!.trim();
      const address = written(given).replace(/\s/g, '%20');
      if (text === '') return '';
      const name = isPaired(text, '[', ']') ? text : text.replace(/[[\]]/g, '');
      const whole = isPaired(address, '(', ')')
        ? address
        : address.replaceAll('(', '%28').replaceAll(')', '%29');
      return `[${name}](${whole})`;
    },
  });
  converter.addRule('address', {
    filter: (node) =>
      node.nodeName === 'A' &&
      !/^(?:(?:https?|mailto|tel):|\/user_uploads\/)/i.test(node.getAttribute('href') ?? ''),
    replacement: (content) => content,
  });
  converter.addRule('plain address', {
    filter: (node) =>
      node.nodeName === 'A' &&
      node.getAttribute('href')?.replace(/^mailto:/i, '') ===
        trimmedTextOf(node).replace(/^mailto:/i, ''),
    replacement: (_, node) => trimmedTextOf(node),
  });
}

/**
 * Path of a file on this server, so that the server attaches it to the message. Outside a browser
 * there is no own origin.
 */
function written(address: string): string {
  const { origin = null } = (globalThis as { location?: Location }).location ?? {};
  return address.startsWith(`${origin}/user_uploads/`) ? address.slice(origin!.length) : address;
}

/** Whether the brackets match in order, so that they can be part of a link. */
function isPaired(text: string, open: string, close: string): boolean {
  let depth = 0;
  for (const one of text) {
    if (one === open) depth++;
    else if (one === close && --depth < 0) return false;
  }
  return depth === 0;
}
