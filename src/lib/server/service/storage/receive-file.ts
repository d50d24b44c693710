import { Readable, Transform } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { badRequest } from '../failure';
import type { RequestFields } from '../request/fields';
import { contentTypeOf } from './content-type';
import { displayFileName } from './file-names';
import { mebibyte } from './upload-rules';

/** A file that has arrived in the storage and has no owner yet. */
export interface ReceivedFile {
  readonly path_id: string;
  /** The displayed name. */
  readonly name: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  /** For an animated image: its first frame, stored beside it. */
  readonly still?: { readonly path_id: string; readonly size: number };
}

type ChoosePathId = (name: string) => Promise<string>;
type Write = (path_id: string, source: Readable) => Promise<void>;

export interface FileReceiver {
  readonly maxFileMib: number;
  readonly choosePathId: ChoosePathId;
  readonly write: Write;
}

/**
 * Streams the one file of a multipart body to its path. Any part with a file name counts as a file,
 * whatever its field is called. Null if there is none. Throws BAD_REQUEST for two files, for one
 * that is too large and for a truncated body; the caller then removes what was written.
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
    // Errors are handled by the reader. This listener prevents a crash if there is none.
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
      // Errors are handled by the writer. This listener prevents a crash before and after it.
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
    // Not a pipeline with the body, which would end the connection before the response.
    await parse(body, parser, () => problem);
    return { file: arriving ? await arriving : null, fields: fieldsOf(values) };
  } catch (error) {
    // Nothing may be written anymore once the caller removes the file.
    part?.destroy(new Error('the rest is not wanted'));
    await arriving?.catch(() => undefined);
    throw problem ?? error;
  }
}

const maxFields = 100;
/** The parser's default for a part without a content type. The file name then decides. */
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
  return badRequest(`The upload was interrupted: ${cause.message}`);
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
