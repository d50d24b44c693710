import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { ownFilePath } from './allowed-html';
import { fileName } from './file-name';
import type { RenderContext } from './render-context';

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
export function frameImage(image: HTMLImageElement, shown: RenderContext): void {
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
export function removeEmptyPreview(preview: Element): void {
  if (!preview.querySelector('img, video, .picture-told')) preview.remove();
}
