import { lookup } from 'mrmime';

const unknown = 'application/octet-stream';
const wellFormed = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** What the client said, else what the ending of the name says. Never with parameters. */
export function contentTypeOf(name: string, given: string | null | undefined): string {
  const said = given?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isSaid = said.length <= 100 && wellFormed.test(said) && said !== unknown;
  return isSaid ? said : (lookup(name) ?? unknown);
}

/** What browsers show without running anything of it. No SVG and no HTML: those are programs. */
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

/** Whether a browser may show it in place of saving it. */
export function isShownInBrowser(content_type: string): boolean {
  return shown.has(content_type);
}
