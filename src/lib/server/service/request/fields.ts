import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { badRequest } from '../failure';

/** Limit for query and form together. The operation with the most parameters has about seventy. */
const maxFields = 300;

export interface RequestFields {
  /** The form's value, or else the query's. If a name is repeated, the last value. */
  get(name: string): string | undefined;
  /** All names in query and form. */
  readonly names: ReadonlySet<string>;
}

/**
 * Parses query and form. Reads only form types: a JSON body counts as no parameters. Throws
 * BAD_REQUEST for more fields than any operation has, before splitting them.
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

/** Throws BAD_REQUEST if a form has more fields than any operation. */
export function checkFieldCount(form: Uint8Array): void {
  let count = 1;
  for (let at = form.indexOf(ampersand); at >= 0; at = form.indexOf(ampersand, at + 1)) {
    if (++count > maxFields) throw tooMany();
  }
}

const ampersand = 0x26;

function tooMany() {
  return badRequest(`A request can have at most ${maxFields} fields.`);
}

/** Drops files among the fields: operations that accept a file stream it. */
function readMultipart(type: string, body: Uint8Array): Promise<[name: string, value: string][]> {
  return new Promise((resolve, reject) => {
    const found: [string, string][] = [];
    const malformed = () => reject(badRequest('Malformed multipart form'));
    // Counted first, because the parser would go through all of them whatever its limits.
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
