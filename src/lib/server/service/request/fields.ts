import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { badRequest } from '../failure';

/** Of query and form together; the operation with the most parameters has some seventy. */
const maxFields = 300;

/** The named values of a request. */
export interface RequestFields {
  /** The form's value, else the query's; of a repeated name the last. */
  get(name: string): string | undefined;
  /** All names given, in either place. */
  readonly names: ReadonlySet<string>;
}

/**
 * Takes query and form apart. Only form types are read: a JSON body counts as no parameters. Throws
 * BAD_REQUEST for more fields than any operation has, before they are split.
 * Source: https://zulip.com/api/rest.
 */
export async function readFields(
  url: URL,
  type: string | null,
  body: Uint8Array,
): Promise<RequestFields> {
  const values = new Map<string, string>();
  const take = (part: string) => {
    for (const [name, value] of new URLSearchParams(part)) values.set(name, value);
  };
  checkFieldCount(Buffer.from(url.search));
  take(url.search);
  const kind = type?.split(';')[0]?.trim().toLowerCase();
  if (kind === 'application/x-www-form-urlencoded') {
    checkFieldCount(body);
    take(new TextDecoder().decode(body));
  } else if (kind === 'multipart/form-data') {
    for (const [name, value] of await readMultipart(type ?? '', body)) values.set(name, value);
  }
  return { get: (name) => values.get(name), names: new Set(values.keys()) };
}

/** Throws BAD_REQUEST where a form holds more fields than any operation has. */
export function checkFieldCount(form: Uint8Array): void {
  let count = 1;
  for (let at = form.indexOf(ampersand); at >= 0; at = form.indexOf(ampersand, at + 1)) {
    if (++count > maxFields) throw tooMany();
  }
}

const ampersand = 0x26;

function tooMany() {
  return badRequest(`A request holds at most ${maxFields} fields.`);
}

/** Files among the fields are dropped: operations that take one stream it. */
function readMultipart(type: string, body: Uint8Array): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const found: [string, string][] = [];
    const malformed = () => reject(badRequest('Malformed multipart form'));
    // Counted first: the parser would walk through all of them, whatever its limits.
    if (partsIn(type, body) > maxFields) return reject(tooMany());
    try {
      const parser = new Busboy({
        headers: { 'content-type': type } as BusboyHeaders,
        limits: { fieldSize: body.byteLength },
      });
      parser.on('field', (name, value) => found.push([name, value]));
      parser.on('file', (_name, file) => file.on('error', malformed).resume());
      parser.on('finish', () => resolve(found));
      parser.on('error', malformed);
      parser.end(body);
    } catch {
      malformed();
    }
  });
}

function partsIn(type: string, body: Uint8Array): number {
  const boundary = /boundary="?([^";,]+)/i.exec(type)?.[1]?.trim() ?? '';
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = `--${boundary}`;
  let count = -1;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    if (++count > maxFields) break;
  }
  return count;
}
