import { maxSnippetContentLength, maxSnippetTitleLength } from '../../api/saved-snippets';

/** The fields of a snippet that the user edits. */
export interface SnippetText {
  readonly title: string;
  readonly content: string;
}

export const emptySnippetText: SnippetText = { title: '', content: '' };

export type SnippetProblem =
  'title_blank' | 'title_long' | 'content_blank' | 'content_long' | 'null_byte';

/** The text as servers store it: trimmed. */
export function trimSnippetText({ title, content }: SnippetText): SnippetText {
  return { title: title.trim(), content: content.trim() };
}

export function isSameSnippetText(a: SnippetText, b: SnippetText): boolean {
  const [one, two] = [trimSnippetText(a), trimSnippetText(b)];
  return one.title === two.title && one.content === two.content;
}

/** Why a server would refuse the text. https://zulip.com/api/create-saved-snippet */
export function snippetProblemOf(text: SnippetText): SnippetProblem | null {
  const { title, content } = trimSnippetText(text);
  if (title === '') return 'title_blank';
  if ([...title].length > maxSnippetTitleLength) return 'title_long';
  if (content === '') return 'content_blank';
  if (content.length > maxSnippetContentLength && [...content].length > maxSnippetContentLength) {
    return 'content_long';
  }
  return `${title}${content}`.includes('\0') ? 'null_byte' : null;
}
