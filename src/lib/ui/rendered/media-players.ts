import { allowedUrl } from './allowed-html';
import { fileName, isUpload, pathOf } from './file-name';

const endings = {
  video: /\.(?:mp4|m4v|webm|ogv|mov)$/i,
  audio: /\.(?:mp3|m4a|aac|flac|oga|ogg|opus|wav|weba)$/i,
};

/** Video and audio play in place, whether the server has sent a player or only a link. */
export function addMediaPlayers(fragment: DocumentFragment): void {
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
