import type { PixelSize } from './zoom';

export interface LightboxImage {
  readonly name: string;
  /** Shown until the image has loaded. */
  readonly thumbnail: string;
  /** The displayed image, and the original file as uploaded. */
  readonly shown: string;
  readonly original: string;
  readonly size: PixelSize | undefined;
}

/**
 * All images in the same feed, or in the same message if there is none, and the index of this one.
 */
export function imagesAround(link: HTMLAnchorElement): {
  readonly pictures: readonly LightboxImage[];
  readonly at: number;
} {
  const around = link.closest('[role=feed]') ?? link.closest('.rendered') ?? link;
  const links = [...around.querySelectorAll<HTMLAnchorElement>('a.picture')];
  return { pictures: links.map(pictureOf), at: Math.max(0, links.indexOf(link)) };
}

function pictureOf(link: HTMLAnchorElement): LightboxImage {
  const image = link.querySelector('img');
  const original = link.getAttribute('href') ?? '';
  const [, width, height] = /^(\d+)x(\d+)$/.exec(link.dataset['size'] ?? '') ?? [];
  return {
    name: link.title,
    thumbnail: image?.getAttribute('src') ?? original,
    shown: link.dataset['shown'] ?? original,
    original,
    size: width ? { width: Number(width), height: Number(height) } : undefined,
  };
}
