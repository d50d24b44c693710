import { randomBytes } from 'node:crypto';

const nameless = 'uploaded-file';
/** Bytes of the last part of a path. File systems allow 255. */
const maxStoredLength = 200;
/** Characters of the displayed name. */
const maxShownLength = 255;

/**
 * The displayed name: without folders, control characters, and direction marks that can disguise an
 * extension.
 */
export function displayFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim();
  return shorten(isName(clean) ? clean : nameless, maxShownLength, (text) => [...text].length);
}

/** The name in the URL: letters, digits, `.`, `-` and `_`. Spaces become `-`. */
export function storedFileName(shown: string): string {
  const plain = shown
    .normalize('NFKC')
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{N}\p{M}._-]/gu, '');
  return shorten(isName(plain) ? plain : nameless, maxStoredLength, (text) =>
    Buffer.byteLength(text),
  );
}

/** A path that can't be guessed: `{realm}/{1–2 hex digits}/{random}/{name}`. */
export function newPathId(realm_id: number, shown: string): string {
  const folder = randomBytes(1)[0]!.toString(16);
  return `${realm_id}/${folder}/${randomBytes(18).toString('base64url')}/${storedFileName(shown)}`;
}

/** The URL path on this server, without the origin. */
export function fileUrlOf(path_id: string): string {
  return `/user_uploads/${path_id.split('/').map(encodeURIComponent).join('/')}`;
}

function isName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Cuts before the extension, which shows the type of file. */
function shorten(name: string, most: number, measure: (text: string) => number): string {
  if (measure(name) <= most) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? '';
  const points = [...name.slice(0, name.length - ending.length)];
  while (points.length > 0 && measure(points.join('') + ending) > most) {
    points.splice(Math.floor(Math.min(points.length - 1, most)));
  }
  return points.join('') + ending;
}
