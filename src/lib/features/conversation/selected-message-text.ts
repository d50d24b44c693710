import { sourceHtmlOf, plainTextOf } from '../../ui/rendered/copy-rendered';

/** The selected part of a message as HTML; undefined if nothing is selected. */
export const selectedMessageHtml = (id: number): string | undefined => selectedOf(id)?.innerHTML;

/** The same as plain text. */
export function selectedMessageText(id: number): string | undefined {
  const selected = selectedOf(id);
  return selected && plainTextOf(selected);
}

/** The message's whole text. */
export function fullMessageText(id: number): string | undefined {
  const text = textElement(id);
  const source = text && sourceHtmlOf(text);
  return source && plainTextOf(source);
}

function selectedOf(id: number): HTMLElement | undefined {
  const text = textElement(id);
  const selection = getSelection();
  if (!text || !selection || selection.isCollapsed) return undefined;
  return sourceHtmlOf(text, selection.getRangeAt(0));
}

const textElement = (id: number) =>
  document.querySelector<HTMLElement>(`#message-${id} .rendered`) ?? undefined;
