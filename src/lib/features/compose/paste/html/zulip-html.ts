import type TurndownService from 'turndown';
import { hasClass, trimmedTextOf } from './node';

/** Turns HTML rendered by Zulip back into its Markdown. */
export function zulipHtmlRules(converter: TurndownService): void {
  converter.addRule('reference', {
    filter: (node) =>
      node.nodeName === 'A' && hasClass(node, 'stream', 'stream-topic', 'message-link'),
    replacement: (_, node) => {
      const link = node as HTMLElement;
      const [, message] = /\/near\/(\d+)$/.exec(link.getAttribute('href') ?? '') ?? [];
      const words = trimmedTextOf(link)
        .replace(/^#/, '')
        .replace(/ @ 💬$/, '');
      const [channel = '', ...topic] = words.split(' > ');
      if (hasClass(link, 'stream')) return `#**${words}**`;
      // An empty topic is shown as a placeholder in `em`.
      const name = link.querySelector('em') ? '' : topic.join(' > ');
      const at = hasClass(link, 'message-link') && message ? `@${message}` : '';
      return `#**${channel}>${name}${at}**`;
    },
  });
  converter.addRule('mention', {
    filter: (node) => hasClass(node, 'user-mention', 'topic-mention', 'user-group-mention'),
    replacement: (_, node) => {
      const silent = hasClass(node as HTMLElement, 'silent') ? '_' : '';
      const stars = hasClass(node as HTMLElement, 'user-group-mention') ? '*' : '**';
      const name = trimmedTextOf(node).replace(/^@/, '');
      const id = (node as HTMLElement).getAttribute('data-user-id');
      const which = (node as HTMLElement).hasAttribute('data-shared') ? `|${id}` : '';
      return `@${silent}${stars}${name}${which}${stars}`;
    },
  });
  converter.addRule('emoji', {
    filter: (node) => node.nodeName === 'SPAN' && hasClass(node, 'emoji'),
    replacement: (_, node) => {
      const title = (node as HTMLElement).getAttribute('title');
      return title === null || trimmedTextOf(node).startsWith(':')
        ? trimmedTextOf(node)
        : `:${title.replaceAll(' ', '_')}:`;
    },
  });
  converter.addRule('time', {
    filter: (node) => node.nodeName === 'TIME' && node.hasAttribute('datetime'),
    replacement: (_, node) => `<time:${(node as HTMLElement).getAttribute('datetime')}>`,
  });
  converter.addRule('math', {
    filter: (node) => hasClass(node, 'katex', 'katex-display'),
    replacement: (_, node) => {
      const source = trimmedTextOf((node as HTMLElement).querySelector('annotation'));
      return hasClass(node as HTMLElement, 'katex-display')
        ? `\n\n\`\`\`math\n${source}\n\`\`\`\n\n`
        : `$$${source}$$`;
    },
  });
}
