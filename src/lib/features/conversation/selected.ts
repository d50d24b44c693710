import type { TimeStyle } from '../../time/format';
import { messageLines } from '../../writing/text-of';

/** What is selected of a message's text on screen, as HTML; undefined where that is nothing. */
export function selectedHtml(id: number): string | undefined {
  const range = selectedRange(id);
  if (!range) return undefined;
  const part = document.createElement('div');
  part.append(range.cloneContents());
  return part.innerHTML;
}

/** The same as it stands on screen. */
export const selectedText = (id: number): string | undefined =>
  selectedRange(id) && getSelection()?.toString().trim();

function selectedRange(id: number): Range | undefined {
  const text = textElement(id);
  const selection = getSelection();
  if (!text || !selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  if (!range.intersectsNode(text)) return undefined;
  if (!text.contains(range.startContainer)) range.setStart(text, 0);
  if (!text.contains(range.endContainer)) range.setEnd(text, text.childNodes.length);
  return range.toString().trim() === '' ? undefined : range;
}

/** The text of a message as it stands on screen, line by line. */
export function shownText(id: number, style: TimeStyle): string | undefined {
  const text = textElement(id);
  return (text && messageLines(text, style).join('\n')) || undefined;
}

const textElement = (id: number) =>
  document.querySelector<HTMLElement>(`#message-${id} .rendered`) ?? undefined;
