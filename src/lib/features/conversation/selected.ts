import { sourceOf, wordsOf } from '../../ui/rendered/copied';

/** What is selected of a message's text on screen, as HTML; undefined where that is nothing. */
export const selectedHtml = (id: number): string | undefined => selectedOf(id)?.innerHTML;

/** The same as plain text. */
export function selectedText(id: number): string | undefined {
  const selected = selectedOf(id);
  return selected && wordsOf(selected);
}

/** All of it. */
export function shownText(id: number): string | undefined {
  const text = textElement(id);
  const source = text && sourceOf(text);
  return source && wordsOf(source);
}

function selectedOf(id: number): HTMLElement | undefined {
  const text = textElement(id);
  const selection = getSelection();
  if (!text || !selection || selection.isCollapsed) return undefined;
  return sourceOf(text, selection.getRangeAt(0));
}

const textElement = (id: number) =>
  document.querySelector<HTMLElement>(`#message-${id} .rendered`) ?? undefined;
