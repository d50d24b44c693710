import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3, type Part, type S3ClientConfig } from '@aws-sdk/client-s3';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { withUnreachableErrors } from './bucket-unreachable';
import type { UploadRecords } from './upload-records';

/** In bytes. The minimum that a bucket accepts for a part other than the last. */
export const partSize = 5 * 1024 * 1024;

/** The most parts that a bucket assembles into one file. */
const maxParts = 10_000;

type ClientConfig = S3ClientConfig & { readonly bucket: string };

/** Identifies an upload to the bucket, which collects its parts until it is complete. */
interface OpenUpload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

/**
 * Resumable uploads into a bucket, with their state in the database. It guarantees three things:
 * data that arrived before a connection broke is kept; a killed process loses nothing that was
 * acknowledged; and an upload counts as complete only if the bucket has all of it. Parts are sent
 * one after another from memory, so a slow bucket slows down the sender.
 *
 * Bytes that don't fill a part wait in an object of their own, marked with their start offset. It
 * is used only if the parts end at that offset, so one that a later part already contains can stay
 * until it is replaced or the upload is complete.
 */
export class BucketUploads extends DataStore {
  readonly #client: S3;
  readonly #bucket: string;
  readonly #writing = new Map<string, Promise<number>>();

  constructor(
    { bucket, ...config }: ClientConfig,
    private readonly records: UploadRecords,
    private readonly removeAll: (path_id: string) => Promise<void>,
  ) {
    super();
    this.#bucket = bucket;
    this.#client = new S3(config);
    withUnreachableErrors(this.#client);
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const at = { Bucket: this.#bucket, Key: upload.id };
    const { UploadId } = await this.#client.createMultipartUpload(at);
    await this.records.setMultipart(upload.id, UploadId!);
    if (upload.size === 0) await this.#finish({ ...at, UploadId: UploadId! }, 0);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const file = await this.#fileOf(id);
    const open = this.#openUpload(file);
    const parts = await this.#partsOf(open);
    if (parts === 'completed') {
      await this.#checkWhole(id, file.size!);
      return new Upload({ ...file, offset: file.size! });
    }
    // The process was killed between the last part and completion, and the sender has no reason to
    // send again.
    if (parts.bytes === file.size) await this.#finish(open, file.size);
    const rest = parts.bytes === file.size ? 0 : await this.#restSize(id, parts.bytes);
    return new Upload({ ...file, offset: parts.bytes + rest });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const work = this.#write(source, id, offset);
    this.#writing.set(id, work);
    return work.finally(() => this.#writing.delete(id));
  }

  /** Resolves when the data that has arrived for an upload is stored. */
  async still(id: string): Promise<void> {
    await this.#writing.get(id)?.catch(() => undefined);
  }

  async #write(source: Readable, id: string, offset: number): Promise<number> {
    const file = await this.#fileOf(id);
    const open = this.#openUpload(file);
    const size = file.size!;
    const parts = await this.#partsOf(open);
    if (parts === 'completed' || offset === size) return offset;
    let number = parts.count;
    let placed = parts.bytes;
    const rest = placed < offset ? await this.#rest(id, offset - placed) : null;
    const full = Math.max(partSize, Math.ceil(size / maxParts));
    for await (const { bytes, problem } of inParts(rest, source, full)) {
      const end = placed + bytes.length;
      // If the last part is full, an empty piece follows it.
      if (end > placed && (bytes.length === full || end === size)) {
        await this.#uploadPart(open, bytes, ++number);
        placed = end;
        if (placed === size) await this.#finish(open, size);
      } else if (end > placed) {
        await this.#keepRest(id, bytes, placed);
        offset = end;
      }
      if (problem) throw problem as Error;
    }
    return Math.max(placed, offset);
  }

  override async remove(id: string): Promise<void> {
    await this.removeAll(id);
    await this.records.delete(id);
  }

  async #fileOf(id: string): Promise<Upload> {
    const file = await this.records.get(id);
    if (!file?.storage) throw refusal(ERRORS.FILE_NOT_FOUND);
    return file;
  }

  #openUpload({ id, storage }: Upload): OpenUpload {
    return { Bucket: this.#bucket, Key: id, UploadId: storage!.path };
  }

  async #uploadPart(open: OpenUpload, bytes: Buffer, number: number): Promise<string | undefined> {
    const sent = await this.#client.uploadPart({ ...open, PartNumber: number, Body: bytes });
    return sent.ETag;
  }

  /** In order. */
  async #listParts(open: OpenUpload): Promise<Part[]> {
    const found: Part[] = [];
    let from: string | undefined;
    do {
      const page = await this.#client.listParts({ ...open, PartNumberMarker: from });
      found.push(...(page.Parts ?? []));
      from = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (from !== undefined);
    return found.sort((a, b) => a.PartNumber! - b.PartNumber!);
  }

  async #partsOf(open: OpenUpload): Promise<{ count: number; bytes: number } | 'completed'> {
    try {
      const parts = await this.#listParts(open);
      const bytes = parts.reduce((sum, part) => sum + (part.Size ?? 0), 0);
      return { count: parts.at(-1)?.PartNumber ?? 0, bytes };
    } catch (error) {
      if (isAssembled(error)) return 'completed';
      throw error;
    }
  }

  async #finish(open: OpenUpload, size: number): Promise<void> {
    try {
      await this.#assemble(open);
    } catch (error) {
      // If the response was lost, the next attempt finds nothing to assemble.
      if (!isAssembled(error)) throw error;
    }
    await this.#checkWhole(open.Key, size);
    // The file now contains what waited in the extra object. If removing it fails, it is removed
    // with the file.
    const rest = { Bucket: this.#bucket, Key: restKey(open.Key) };
    await this.#client.deleteObject(rest).catch(() => undefined);
  }

  async #assemble(open: OpenUpload): Promise<void> {
    const parts = await this.#listParts(open);
    // A bucket assembles at least one part, which can be empty.
    if (parts.length === 0) {
      parts.push({ ETag: await this.#uploadPart(open, Buffer.alloc(0), 1), PartNumber: 1 });
    }
    const Parts = parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
    await this.#client.completeMultipartUpload({ ...open, MultipartUpload: { Parts } });
  }

  async #checkWhole(id: string, size: number): Promise<void> {
    const head = await this.#client
      .headObject({ Bucket: this.#bucket, Key: id })
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotFound')
          throw refusal(ERRORS.FILE_NO_LONGER_EXISTS);
        throw error;
      });
    if (head.ContentLength !== size) throw refusal(ERRORS.FILE_NO_LONGER_EXISTS);
  }

  async #keepRest(id: string, bytes: Buffer, from: number): Promise<void> {
    const Metadata = { from: String(from) };
    await this.#client.putObject({
      ...{ Bucket: this.#bucket, Key: restKey(id), Body: bytes, Metadata },
    });
  }

  async #restSize(id: string, from: number): Promise<number> {
    try {
      const at = { Bucket: this.#bucket, Key: restKey(id) };
      const { ContentLength = 0, Metadata } = await this.#client.headObject(at);
      return Metadata?.['from'] === String(from) ? ContentLength : 0;
    } catch (error) {
      if (error instanceof Error && error.name === 'NotFound') return 0;
      throw error;
    }
  }

  async #rest(id: string, length: number): Promise<Buffer> {
    const { Body } = await this.#client.getObject({ Bucket: this.#bucket, Key: restKey(id) });
    const rest = await buffer(Body as Readable);
    if (rest.length !== length) throw new Error('the beginning of a part is not what it was');
    return rest;
  }
}

/** The object for bytes that don't fill a part. */
function restKey(id: string): string {
  return `${id}.part`;
}

/**
 * Some stores return the second name. Aborted uploads differ from complete ones in that the object
 * is missing.
 */
export function isAssembled(error: unknown): boolean {
  return error instanceof Error && /^NoSuch(Upload|Key)$/.test(error.name);
}

/** An error in the form that the protocol's library passes on to clients, with its status. */
function refusal(known: { readonly status_code: number; readonly body: string }): Error {
  return Object.assign(new Error(known.body.trim()), known);
}

interface Piece {
  readonly bytes: Buffer;
  /** Why the source ended after this piece, unless it simply ended. */
  readonly problem?: unknown;
}

/** Splits into pieces of `full` bytes. The last one has the rest, which can be empty. */
async function* inParts(
  first: Buffer | null,
  source: Readable,
  full: number,
): AsyncGenerator<Piece, void> {
  let waiting: Buffer[] = first ? [first] : [];
  let length = first?.length ?? 0;
  let ending: Pick<Piece, 'problem'> = {};
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      length += chunk.length;
      if (length < full) continue;
      let bytes = Buffer.concat(waiting);
      for (; bytes.length >= full; bytes = bytes.subarray(full)) {
        yield { bytes: bytes.subarray(0, full) };
      }
      waiting = [bytes];
      length = bytes.length;
    }
  } catch (problem) {
    ending = { problem };
  }
  yield { bytes: Buffer.concat(waiting), ...ending };
}
