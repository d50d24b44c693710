import { lookup } from 'mrmime';

const unknown = 'application/octet-stream';
const wellFormed = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** The client's content type, or else the type for the file extension. Never with parameters. */
export function contentTypeOf(name: string, given: string | null | undefined): string {
  const said = given?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isSaid = said.length <= 100 && wellFormed.test(said) && said !== unknown;
  return isSaid ? said : (lookup(name) ?? unknown);
}

/**
 * Types that browsers show without running anything in them. No SVG and HTML, which can contain
 * scripts.
 */
const shown = new Set([
  'application/pdf',
  'text/plain',
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/ogg',
  'video/webm',
]);

/** Whether a browser can show it instead of downloading it. */
export function isShownInBrowser(content_type: string): boolean {
  return shown.has(content_type);
}
