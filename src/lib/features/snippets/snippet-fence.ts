import { fenceAround } from '../../writing/message-text/fence';
import type { SnippetText } from './snippet-text';

/** Matches the opening of a snippet block with its title: "```snippet Order received". */
const opening = /^ {0,3}(?:`{3,}|~{3,})[ \t]*snippet(?:[ \t]|$)/i;

/** The snippet as a block in a message, from which others can save it. */
export function fencedSnippet({ title, content }: SnippetText): string {
  const fence = fenceAround(content);
  // The opening line of a block can't contain either character.
  const words = title.replaceAll(/\s+/g, ' ').replaceAll(/[`~]/g, "'");
  return `${fence}snippet ${words}\n${content}\n${fence}`;
}

/** Quick check whether a message can contain snippets; see `snippetsIn`. */
export const mightContainSnippet = (message: string): boolean =>
  /^ {0,3}[`~]{3,}[ \t]*snippet\b/im.test(message);

/** Snippets that a message contains as blocks. Without a title, the first line is the title. */
export function snippetsIn(message: string): readonly SnippetText[] {
  const found: SnippetText[] = [];
  let fence: string | undefined;
  let title: string | undefined;
  let lines: string[] = [];
  const take = () => {
    const content = lines.join('\n').trim();
    if (title !== undefined && content !== '') {
      const [first = ''] = content.split('\n', 1);
      found.push({ title: [...(title || first.trim())].slice(0, 60).join(''), content });
    }
    fence = title = undefined;
    lines = [];
  };
  for (const line of message.split(/\r\n|\r|\n/)) {
    if (fence === undefined) {
      const any = /^ {0,3}(`{3,}|~{3,})/.exec(line);
      if (!any) continue;
      fence = any[1];
      const [head] = opening.exec(line) ?? [];
      if (head !== undefined) title = line.slice(head.length).trim();
    } else if (isClosing(line, fence)) take();
    else lines.push(line);
  }
  take();
  return found;
}

function isClosing(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}
