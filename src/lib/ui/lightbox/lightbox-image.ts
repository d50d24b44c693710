import type { PixelSize } from './zoom';

export interface LightboxImage {
  readonly name: string;
  /** Stands there until the picture has come. */
  readonly thumbnail: string;
  /** What is looked at, and the file as it was uploaded. */
  readonly shown: string;
  readonly original: string;
  readonly size: PixelSize | undefined;
}

/** All pictures of a list, or of the text where there is no list, with the place of one among them. */
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
