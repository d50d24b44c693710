import type { MarkdownIt } from 'markdown-it';

const box = /^\[([ xX])\] (?=\S)/;
/** Text characters, which clients without checkboxes can show too. */
const signs = { open: '☐', done: '☑' } as const;

/** Renders `- [ ] text` and `- [x] text` as items with an open and a checked box. */
export function taskRule(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'tasks', ({ tokens, Token }) => {
    tokens.forEach(({ type, children }, index) => {
      if (type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') return;
      const first = children?.[0];
      const [mark, state] = (first?.type === 'text' && box.exec(first.content)) || [];
      if (!children || !first || mark === undefined) return;
      first.content = first.content.slice(mark.length);
      const sign = new Token('html_safe', '', 0);
      sign.content = `${state === ' ' ? signs.open : signs.done} `;
      children.unshift(sign);
    });
  });
}
