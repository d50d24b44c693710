import { randomBytes } from 'node:crypto';

const nameless = 'uploaded-file';
/** Bytes of the last part of a path; file systems take 255. */
const maxStoredLength = 200;
/** Characters of the name that people see. */
const maxShownLength = 255;

/** As people see it: without folders, control characters and directions that disguise an ending. */
export function displayFileName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()
    .trim();
  return shorten(isName(clean) ? clean : nameless, maxShownLength, (text) => [...text].length);
}

/** As it stands in the address: letters, digits, `.`, `-` and `_`; blanks become `-`. */
export function storedFileName(shown: string): string {
  const plain = shown
    .normalize('NFKC')
    .replace(/\s+/gu, '-')
    .replace(/[^\p{L}\p{N}\p{M}._-]/gu, '');
  return shorten(isName(plain) ? plain : nameless, maxStoredLength, (text) =>
    Buffer.byteLength(text),
  );
}

/** A place that nobody can guess: `{realm}/{1–2 hex digits}/{random}/{name}`. */
export function newPathId(realm_id: number, shown: string): string {
  const folder = randomBytes(1)[0]!.toString(16);
  return `${realm_id}/${folder}/${randomBytes(18).toString('base64url')}/${storedFileName(shown)}`;
}

/** The address below this server, without its origin. */
export function fileUrlOf(path_id: string): string {
  return `/user_uploads/${path_id.split('/').map(encodeURIComponent).join('/')}`;
}

function isName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Cuts before the ending, which says what kind of file it is. */
function shorten(name: string, most: number, measure: (text: string) => number): string {
  if (measure(name) <= most) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? '';
  const points = [...name.slice(0, name.length - ending.length)];
  while (points.length > 0 && measure(points.join('') + ending) > most) {
    points.splice(Math.floor(Math.min(points.length - 1, most)));
  }
  return points.join('') + ending;
}
