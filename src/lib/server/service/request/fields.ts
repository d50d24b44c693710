import { ServiceFailure, badRequest } from '../failure';

/** Bytes of a form: a thousand drafts of the longest kind, percent-encoded, fit. */
const longestForm = 64 * 1024 * 1024;
/** Bytes of a form from nobody in particular: a name and a password. */
const longestAnonymousForm = 64 * 1024;

/** The named values of a request. */
export interface Fields {
  /** The form's value, else the query's; of a repeated name the last. */
  get(name: string): string | undefined;
  /** All names given, in either place. */
  readonly names: ReadonlySet<string>;
  /** Files of a multipart form. */
  readonly files: readonly File[];
}

/**
 * Reads query and form. Only form types are read: a JSON body counts as no parameters.
 * Source: https://zulip.com/api/rest.
 */
export async function readFields(request: Request, url: URL): Promise<Fields> {
  const values = new Map<string, string>();
  const files: File[] = [];
  for (const [name, value] of url.searchParams) values.set(name, value);
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') {
    const text = new TextDecoder().decode(await readBody(request));
    for (const [name, value] of new URLSearchParams(text)) values.set(name, value);
  } else if (type === 'multipart/form-data') {
    for (const [name, value] of await readMultipart(request)) {
      if (typeof value === 'string') values.set(name, value);
      else files.push(value);
    }
  }
  return { get: (name) => values.get(name), names: new Set(values.keys()), files };
}

async function readMultipart(request: Request): Promise<FormData> {
  const bytes = await readBody(request);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    throw badRequest('Malformed multipart form');
  }
}

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const longest = request.headers.has('authorization') ? longestForm : longestAnonymousForm;
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength;
      if (length > longest) throw new ServiceFailure('BAD_REQUEST', 'Request too large', 413);
      chunks.push(chunk);
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
