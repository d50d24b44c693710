import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { untilFetched } from '../until-fetched';
import { ownFilePath } from './allowed-html';
import { addCodeTools } from './code-tools';
import { emojiSign } from './emoji-sign';
import { addFileSizes } from './add-file-sizes';
import { addMediaPlayers } from './media-players';
import { formatMessageTime } from './format-message-time';
import { removeEmptyPreview, frameImage } from './frame-image';
import { makeScroller } from './make-scroller';
import type { RenderContext } from './render-context';

/** Enhances sanitized HTML for reading: local times, spoilers that open, text direction. */
export function enhanceMessage(fragment: DocumentFragment, shown: RenderContext): void {
  for (const element of fragment.querySelectorAll<HTMLElement>('a[href]')) {
    link(element, shown);
  }
  for (const element of fragment.querySelectorAll<HTMLTimeElement>('time')) time(element, shown);
  for (const element of fragment.querySelectorAll('span.emoji')) emoji(element);
  for (const element of fragment.querySelectorAll('.user-mention')) mention(element, shown);
  for (const element of fragment.querySelectorAll('.user-group-mention')) {
    opener(element, element.getAttribute('data-user-group-id'), shown.ongroup);
  }
  for (const element of fragment.querySelectorAll('li')) task(element);
  for (const element of fragment.querySelectorAll<HTMLImageElement>('img'))
    frameImage(element, shown);
  for (const element of fragment.querySelectorAll('.message_inline_image'))
    removeEmptyPreview(element);
  addMediaPlayers(fragment);
  addFileSizes(fragment, shown);
  for (const element of fragment.querySelectorAll('.codehilite')) addCodeTools(element, shown);
  for (const element of fragment.querySelectorAll('table')) table(element);
  for (const element of fragment.querySelectorAll('.spoiler-block')) spoiler(element);
  for (const element of fragment.querySelectorAll('p, ul, ol, td, th, h1, h2, h3, h4, h5, h6')) {
    // A list has one direction as a whole, or its markers would be on both sides.
    if (!element.parentElement?.closest('li')) element.setAttribute('dir', 'auto');
  }
  if (fragment.querySelector('.katex')) {
    mathStyles ??= untilFetched(() => import('katex/dist/katex.min.css'));
  }
}

let mathStyles: Promise<unknown> | undefined;

/** Links to outside this app open in a new tab. */
function link(element: HTMLElement, { conversationsUrl, placeOf }: RenderContext): void {
  const given = element.getAttribute('href') ?? '';
  if (/^mailto:/i.test(given)) return;
  const href = given.startsWith(`${location.origin}/#`)
    ? given.slice(location.origin.length)
    : given;
  const [, place] = /^\/?(#.*)$/s.exec(href) ?? [];
  const page = place === undefined ? undefined : placeOf?.(place);
  // When copied, the link uses this URL, which works for everyone.
  if (place !== undefined) {
    element.dataset['address'] = `${conversationsUrl ?? location.origin}/${place}`;
  }
  if (page !== undefined) {
    element.setAttribute('href', page);
    return;
  }
  if (place !== undefined && conversationsUrl === undefined) {
    // The text describes the target; the URL would only lead away from the app.
    element.removeAttribute('href');
    return;
  }
  if (place !== undefined) element.setAttribute('href', `${conversationsUrl}/${place}`);
  else if (isElsewhere(href) && conversationsUrl !== undefined) {
    element.setAttribute('href', conversationsUrl + href);
  }
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
}

/**
 * A page on the server of these messages, for example `/help/`: only its files are served through
 * us.
 */
const isElsewhere = (href: string) => /^\/(?!\/)/.test(href) && !ownFilePath.test(href);

function time(element: HTMLTimeElement, { locale, timeZone, twentyFourHour }: RenderContext): void {
  const moment = new Date(element.getAttribute('datetime') ?? '');
  if (Number.isNaN(moment.getTime())) return;
  element.title = element.textContent;
  element.textContent = formatMessageTime(moment, { locale, timeZone, twentyFourHour });
}

/** Shows the emoji character instead of its name. */
function emoji(element: Element): void {
  const sign = emojiSign(element);
  if (sign !== undefined) element.textContent = sign;
}

function mention(element: Element, { ownUserId, onperson }: RenderContext): void {
  const id = element.getAttribute('data-user-id');
  const isOwn = id === '*' || (ownUserId !== undefined && id === String(ownUserId));
  if (isOwn && !element.classList.contains('silent')) element.classList.add('own');
  opener(element, id, onperson);
}

/** Opens a popover about the mention by pointer or keyboard. */
function opener(element: Element, id: string | null, open: RenderContext['onperson']): void {
  if (!open || !(element instanceof HTMLElement) || !/^\d{1,15}$/.test(id ?? '')) return;
  const tell = () => open(Number(id), element);
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-haspopup', 'dialog');
  on(element, 'click', tell);
  on(element, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    tell();
  });
}

/** Zulip's Markdown has no task lists, so `[x]` is drawn here and stays text for other clients. */
function task(item: Element): void {
  const start = item.firstElementChild?.tagName === 'P' ? item.firstElementChild : item;
  const text = start.firstChild?.nodeType === Node.TEXT_NODE ? start.firstChild : null;
  const [mark, done] = /^\s*\[([ xX])\] /.exec(text?.textContent ?? '') ?? [];
  if (!text || mark === undefined) return;
  text.textContent = (text.textContent ?? '').slice(mark.length);
  const box = document.createElement('span');
  box.className = done === ' ' ? 'task' : 'task done';
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', done === ' ' ? m.rendered_task_open() : m.rendered_task_done());
  item.classList.add('task-item');
  start.prepend(box);
}

function table(element: HTMLTableElement): void {
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  makeScroller(frame, m.ui_table());
  element.replaceWith(frame);
  frame.append(element);
}

/** Turns a spoiler into a native `details` element: it opens by click, Enter and Space. */
function spoiler(block: Element): void {
  const header = block.querySelector(':scope > .spoiler-header');
  const content = block.querySelector(':scope > .spoiler-content');
  if (!header || !content) return;
  const details = document.createElement('details');
  details.className = 'spoiler-block';
  const summary = document.createElement('summary');
  summary.dir = 'auto';
  for (const paragraph of header.querySelectorAll('p'))
    paragraph.replaceWith(...paragraph.childNodes);
  if (header.textContent.trim() === '') {
    summary.textContent = m.ui_spoiler();
    summary.dataset['untitled'] = '';
  } else summary.append(...header.childNodes);
  content.removeAttribute('aria-hidden');
  details.append(summary, content);
  block.replaceWith(details);
}
