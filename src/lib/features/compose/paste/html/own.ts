import type TurndownService from 'turndown';
import { hasClass, textOf } from './node';

/** What the service renders goes back to what was written. */
export function ownRules(converter: TurndownService): void {
  converter.addRule('reference', {
    filter: (node) =>
      node.nodeName === 'A' && hasClass(node, 'stream', 'stream-topic', 'message-link'),
    replacement: (_, node) =>
      `#**${textOf(node)
        .replace(/^#/, '')
        .replace(/ > /, '>')
        .replace(/ @ 💬$/, '')}**`,
  });
  converter.addRule('mention', {
    filter: (node) => hasClass(node, 'user-mention', 'topic-mention', 'user-group-mention'),
    replacement: (_, node) => {
      const silent = hasClass(node as HTMLElement, 'silent') ? '_' : '';
      const stars = hasClass(node as HTMLElement, 'user-group-mention') ? '*' : '**';
      return `@${silent}${stars}${textOf(node).replace(/^@/, '')}${stars}`;
    },
  });
  converter.addRule('emoji', {
    filter: (node) => node.nodeName === 'SPAN' && hasClass(node, 'emoji'),
    replacement: (_, node) => textOf(node),
  });
  converter.addRule('time', {
    filter: (node) => node.nodeName === 'TIME' && node.hasAttribute('datetime'),
    replacement: (_, node) => `<time:${(node as HTMLElement).getAttribute('datetime')}>`,
  });
  converter.addRule('math', {
    filter: (node) => hasClass(node, 'katex', 'katex-display'),
    replacement: (_, node) => {
      const source = textOf((node as HTMLElement).querySelector('annotation'));
      return hasClass(node as HTMLElement, 'katex-display')
        ? `\n\n\`\`\`math\n${source}\n\`\`\`\n\n`
        : `$$${source}$$`;
    },
  });
}
