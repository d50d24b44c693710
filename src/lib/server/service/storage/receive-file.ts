import { Readable, Transform } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { badRequest } from '../failure';
import type { RequestFields } from '../request/fields';
import { contentTypeOf } from './content-type';
import { displayFileName } from './file-names';
import { mebibyte } from './upload-rules';

/** A file that has arrived, and lies in the storage without belonging to anybody yet. */
export interface ReceivedFile {
  readonly path_id: string;
  /** As shown. */
  readonly name: string;
  readonly content_type: string;
  /** Bytes. */
  readonly size: number;
  /** Of a picture that moves: its first frame, which lies beside it. */
  readonly still?: { readonly path_id: string; readonly size: number };
}

/** Says where a file of this name goes. */
type ChoosePathId = (name: string) => Promise<string>;
type Write = (path_id: string, source: Readable) => Promise<void>;

export interface FileReceiver {
  readonly maxFileMib: number;
  readonly choosePathId: ChoosePathId;
  readonly write: Write;
}

/**
 * Streams the one file of a multipart body to its place; whatever the field is called, a part with a
 * file name is a file. Null for none. Throws BAD_REQUEST for two, for one that is too large and for a
 * body that ends early; what was written by then is the caller's to remove.
 * Source: https://zulip.com/api/upload-file, RFC 7578.
 */
export async function receiveFile(
  request: Request,
  { maxFileMib, choosePathId: place, write }: FileReceiver,
): Promise<{ readonly file: ReceivedFile | null; readonly fields: RequestFields }> {
  const limit = maxFileMib * mebibyte;
  const values = new Map<string, string>(new URL(request.url).searchParams);
  const parser = openParser(request);
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
  let problem: unknown;
  let part: Readable | undefined;
  let arriving: Promise<ReceivedFile> | undefined;
  const fail = (error: unknown) => {
    problem ??= error;
    parser.destroy();
  };

  parser.on('field', (name, value) => {
    if (values.size < maxFields) values.set(name, value);
  });
  parser.on('file', (_field, stream, filename, _encoding, mimetype) => {
    // Its end is told by whoever reads it; without a reader nobody must be surprised.
    stream.on('error', () => undefined);
    if (arriving) {
      stream.resume();
      return fail(badRequest('You may only upload one file at a time'));
    }
    part = stream;
    const name = displayFileName(filename);
    arriving = (async () => {
      const path_id = await place(name);
      const counted = new Counter(limit, tooLarge(maxFileMib));
      // Whoever writes it hears of its failure; before and after, nobody does.
      counted.on('error', () => undefined);
      stream.once('error', (cause) => counted.destroy(brokenOff(cause)));
      if (stream.errored) counted.destroy(brokenOff(stream.errored));
      await write(path_id, stream.pipe(counted));
      const content_type = contentTypeOf(name, mimetype === untold ? null : mimetype);
      return { path_id, name, content_type, size: counted.bytes };
    })();
    arriving.catch(fail);
  });

  try {
    // Not a pipeline with the body: it would end the connection before the answer.
    await parse(body, parser, () => problem);
    return { file: arriving ? await arriving : null, fields: fieldsOf(values) };
  } catch (error) {
    // Nothing may be written any more when the caller removes what was.
    part?.destroy(new Error('the rest is not wanted'));
    await arriving?.catch(() => undefined);
    throw problem ?? error;
  }
}

const maxFields = 100;
/** What the parser makes of a part that does not say what it is; so the name says it. */
const untold = 'text/plain';

function openParser(request: Request): BusboyInstance {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body) throw badRequest('You must specify a file to upload');
  try {
    return new Busboy({
      headers: { 'content-type': type } as BusboyHeaders,
      limits: { fieldSize: 64 * 1024, fields: maxFields, parts: maxFields + 2 },
    });
  } catch {
    throw badRequest('Malformed multipart form');
  }
}

function parse(body: Readable, parser: BusboyInstance, problem: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(problem() ?? badRequest('Malformed multipart form'));
    parser.once('finish', resolve);
    parser.on('error', malformed);
    parser.once('close', malformed);
    body.once('error', (cause: Error) => {
      parser.destroy();
      reject(brokenOff(cause));
    });
    body.pipe(parser);
  });
}

function brokenOff(cause: Error): Error {
  return badRequest(`The upload broke off: ${cause.message}`);
}

function tooLarge(maxFileMib: number): Error {
  return badRequest(`File is larger than the configured maximum file size (${maxFileMib} MiB).`);
}

class Counter extends Transform {
  bytes = 0;

  constructor(
    private readonly limit: number,
    private readonly excess: Error,
  ) {
    super();
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error?: Error, data?: Buffer) => void,
  ) {
    this.bytes += chunk.byteLength;
    if (this.bytes > this.limit) done(this.excess);
    else done(undefined, chunk);
  }
}

function fieldsOf(values: ReadonlyMap<string, string>): RequestFields {
  return { get: (name) => values.get(name), names: new Set(values.keys()) };
}
