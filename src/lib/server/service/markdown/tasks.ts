import type { MarkdownIt } from 'markdown-it';

const box = /^\[([ xX])\] (?=\S)/;
/** As text: clients that know no boxes show these too. */
const signs = { open: '☐', done: '☑' } as const;

/** `- [ ] text` and `- [x] text` are items with an open and a ticked box. */
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
