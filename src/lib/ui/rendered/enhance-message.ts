import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { untilFetched } from '../until-fetched';
import { ownFilePath, allowedUrl } from './allowed-html';
import { emojiSign } from './emoji-sign';
import { formatMessageTime } from './format-message-time';
import type { RenderContext } from './render-context';
import { formatFileSize } from '../format-file-size';
import { isUpload, fileName, pathOf } from './file-name';

/** Maximum and minimum size of an image in pixels. */
const maxImageSize = { width: 640, height: 192 };
const minImageSide = 48;
/** Used if the size is unknown. */
const usual = { width: 256, height: 192 };

/** Image types that every browser can show. https://zulip.com/api/message-formatting */
const drawn = /^image\/(?:apng|avif|gif|jpeg|png|webp)$/;

/**
 * Puts a message's image into a box that keeps its size before the image loads, and if it never
 * does.
 */
function frameImage(image: HTMLImageElement, shown: RenderContext): void {
  image.loading = 'lazy';
  image.decoding = 'async';
  if (image.classList.contains('emoji')) return;
  const link = image.closest('a') ?? ownLink(image);
  const href = link.getAttribute('href') ?? '';
  const name = image.alt || link.title || fileName(href);
  image.alt = name;
  link.classList.add('picture-frame');
  const size = sizeOf(image);
  const box = boxFor(size ?? usual);
  link.style.width = `${box.width / 16}rem`;
  link.style.aspectRatio = `${box.width} / ${box.height}`;
  if (image.classList.contains('image-loading-placeholder')) {
    image.remove();
    return tell(link, m.rendered_picture_soon({ name }));
  }
  on(image, 'load', () => link.classList.add('has-come'));
  on(image, 'error', () => tell(link, m.rendered_picture_missing({ name })));
  if (!shown.onpicture || !ownFilePath.test(href) || image.closest('.youtube-video')) return;
  link.classList.add('picture');
  link.title = name;
  link.dataset['shown'] = shownAddress(image, href);
  if (size) link.dataset['size'] = `${size.width}x${size.height}`;
  link.setAttribute('aria-haspopup', 'dialog');
  on(link, 'click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shown.onpicture?.(link);
  });
}

/** An image inside text links to its file. */
function ownLink(image: HTMLImageElement): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = image.getAttribute('data-original-src') ?? image.getAttribute('src') ?? '';
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  image.replaceWith(link);
  link.append(image);
  return link;
}

function sizeOf(image: HTMLImageElement) {
  const [, width, height] =
    /^(\d{1,5})x(\d{1,5})$/.exec(image.getAttribute('data-original-dimensions') ?? '') ?? [];
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}

function boxFor({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, maxImageSize.width / width, maxImageSize.height / height);
  return {
    width: Math.max(minImageSide, Math.round(width * scale)),
    height: Math.max(minImageSide, Math.round(height * scale)),
  };
}

/** The file itself, or the server's version of it if browsers can't show its type. */
function shownAddress(image: HTMLImageElement, href: string): string {
  const kind = image.getAttribute('data-original-content-type');
  const transcoded = image.getAttribute('data-transcoded-image');
  const thumbnail = image.getAttribute('src') ?? '';
  if (transcoded === null || kind === null || drawn.test(kind)) return href;
  return thumbnail.slice(0, thumbnail.lastIndexOf('/') + 1) + transcoded;
}

function tell(frame: HTMLElement, text: string): void {
  const words = document.createElement('span');
  words.className = 'picture-told';
  words.textContent = text;
  words.dir = 'auto';
  frame.querySelector('img')?.setAttribute('hidden', '');
  frame.append(words);
}

/** Removes a preview that can't be shown, so that it leaves no gap: the text still has the link. */
function removeEmptyPreview(preview: Element): void {
  if (!preview.querySelector('img, video, .picture-told')) preview.remove();
}

/** Makes an element that scrolls sideways focusable and gives it a name. */
function makeScroller(element: Element, label: string): void {
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
}

const endings = {
  video: /\.(?:mp4|m4v|webm|ogv|mov)$/i,
  audio: /\.(?:mp3|m4a|aac|flac|oga|ogg|opus|wav|weba)$/i,
};

/** Video and audio play in place, whether the server has sent a player or only a link. */
function addMediaPlayers(fragment: DocumentFragment): void {
  for (const video of fragment.querySelectorAll<HTMLVideoElement>('video')) served(video);
  for (const audio of fragment.querySelectorAll<HTMLAudioElement>('audio')) served(audio);
  const played = new Set(
    [...fragment.querySelectorAll('video, audio')].map((one) => one.getAttribute('src')),
  );
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const kind = kindOf(href);
    if (kind === undefined || played.has(href)) continue;
    played.add(href);
    const player = document.createElement(kind);
    player.src = href;
    if (!isPlayable(player)) continue;
    const block = link.closest('p, li, td, th, h1, h2, h3, h4, h5, h6') ?? link;
    const frame = framed(player, fileName(href));
    if (block.matches('p')) block.after(frame);
    else block.append(frame);
  }
}

function kindOf(href: string): 'video' | 'audio' | undefined {
  if (!isUpload(href)) return undefined;
  const path = pathOf(href);
  if (endings.video.test(path)) return 'video';
  return endings.audio.test(path) ? 'audio' : undefined;
}

/** A player sent by the server; if its URL isn't ours, it becomes a link. */
function served(player: HTMLVideoElement | HTMLAudioElement): void {
  const src = player.getAttribute('src');
  const from = player.getAttribute('data-original-url') ?? src ?? '';
  const name = player.title || fileName(from);
  if (src === null || !isPlayable(player)) {
    if (player.closest('a')) player.replaceWith(name);
    else player.replaceWith(linkTo(from, name));
    return;
  }
  // Inside a link, its controls would open the link.
  const place = document.createComment('');
  (player.closest('a') ?? player).replaceWith(place);
  const frame = framed(player, name);
  const caption = document.createElement('figcaption');
  caption.append(linkTo(from, name));
  frame.append(caption);
  place.replaceWith(frame);
}

function linkTo(href: string, name: string): HTMLElement {
  const isLink = allowedUrl.test(href);
  const link = document.createElement(isLink ? 'a' : 'span');
  link.textContent = name;
  link.dir = 'auto';
  if (link instanceof HTMLAnchorElement) {
    link.href = href;
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  return link;
}

function isPlayable(player: HTMLMediaElement): boolean {
  const path = player.getAttribute('src') ?? '';
  return !/\.mov$/i.test(path) || player.canPlayType('video/quicktime') !== '';
}

/** A box that keeps its size before the file loads. */
function framed(player: HTMLMediaElement, name: string): HTMLElement {
  const frame = document.createElement('figure');
  frame.className = player instanceof HTMLVideoElement ? 'player video' : 'player';
  player.controls = true;
  player.preload = player instanceof HTMLVideoElement ? 'metadata' : 'none';
  player.setAttribute('aria-label', name);
  frame.append(player);
  return frame;
}

/** SVG paths of the tool icons in a 24 × 24 box. */
const icons = {
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  wrap: 'M3 6h18M3 12h15a3 3 0 0 1 0 6h-4m3-3-3 3 3 3M3 18h7',
  run: 'M15 3h6v6M10 14 21 3M18 13v8H3V6h8',
};

/** Adds buttons to copy code, wrap it and run it in a playground. Code is always left to right. */
function addCodeTools(block: Element, shown: RenderContext): void {
  const pre = block.querySelector('pre');
  if (!pre) return;
  pre.dir = 'ltr';
  const language = block.getAttribute('data-code-language');
  makeScroller(pre, language ? m.rendered_code_in({ language }) : m.ui_code());
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const text = (pre.querySelector('code') ?? pre).textContent;
  const { oncopy, onwrap } = shown;
  if (language && shown.playgroundsOf)
    void offerPlaygrounds(tools, text, shown.playgroundsOf(language));
  if (onwrap) {
    const wrap = tool(m.rendered_code_wrap(), icons.wrap, onwrap);
    wrap.className = 'wrap';
    tools.append(wrap);
  }
  if (oncopy) tools.append(tool(m.rendered_code_copy(), icons.copy, () => oncopy(text)));
  if (tools.childElementCount > 0 || shown.playgroundsOf) pre.before(tools);
}

function tool(label: string, path: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  named(button, label, path);
  on(button, 'click', run);
  return button;
}

function named(element: HTMLElement, label: string, path: string): void {
  element.title = label;
  element.setAttribute('aria-label', label);
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  icon.append(line);
  element.append(icon);
}

/** The URL contains the code, following the organization's URL template (RFC 6570). */
async function offerPlaygrounds(
  tools: HTMLElement,
  code: string,
  playgrounds: ReturnType<NonNullable<RenderContext['playgroundsOf']>>,
): Promise<void> {
  if (playgrounds.length === 0) return;
  const { parseTemplate } = await import('url-template');
  for (const { name, url_template } of playgrounds) {
    const href = expanded(() => parseTemplate(url_template).expand({ code }));
    if (!/^https?:/i.test(href) || !URL.canParse(href)) continue;
    const link = document.createElement('a');
    link.href = href;
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
    named(link, m.rendered_code_run({ name }), icons.run);
    tools.prepend(link);
  }
}

/** An invalid template results in an empty URL. */
function expanded(expand: () => string): string {
  try {
    return expand();
  } catch {
    return '';
  }
}

/**
 * Shows the size behind links to uploaded files once they are visible, in space reserved
 * beforehand.
 */
function addFileSizes(fragment: DocumentFragment, { sizeOf }: RenderContext): void {
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (!isUpload(href) || link.matches('.picture-frame, figcaption a')) continue;
    link.classList.add('file');
    if (!sizeOf) continue;
    const size = document.createElement('span');
    size.className = 'file-size';
    link.after(size);
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void sizeOf(href).then((bytes) => {
        // The size is unknown, so remove the reserved space.
        if (bytes === null) size.remove();
        else if (bytes === 'gone') size.textContent = m.rendered_file_gone();
        else size.textContent = m.rendered_file_size({ size: formatFileSize(bytes) });
      });
    });
    observer.observe(link);
  }
}

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
