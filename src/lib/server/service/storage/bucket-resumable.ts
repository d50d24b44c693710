import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { S3Store, type MetadataValue } from '@tus/s3-store';
import { ERRORS, Upload } from '@tus/server';
import { withUnreachableErrors } from './bucket-unreachable';
import type { UploadRecords } from './upload-records';

/** In bytes. The minimum that a bucket accepts for a part other than the last. */
export const partSize = 5 * 1024 * 1024;

type ClientConfig = S3ClientConfig & { readonly bucket: string };

/**
 * The library's store, with its state in the database instead of an object beside each upload, and
 * with three more guarantees: data that arrived before a connection broke is kept; a killed process
 * loses nothing that was acknowledged; and an upload counts as complete only if the bucket has all
 * of it. Parts are sent one after another from memory, so a slow bucket slows down the sender.
 *
 * Bytes that don't fill a part wait in an object of their own, marked with their start offset. It
 * is used only if the parts end at that offset, so one that a later part already contains can stay
 * until it is replaced or the upload is complete.
 *
 * This depends on protected members of the library, which any release can change, so package.json
 * pins a version.
 */
export class BucketUploads extends S3Store {
  readonly #writing = new Map<string, Promise<number>>();

  constructor(
    config: ClientConfig,
    private readonly records: UploadRecords,
    private readonly removeAll: (path_id: string) => Promise<void>,
  ) {
    super({ s3ClientConfig: config, partSize, minPartSize: partSize, useTags: false });
    withUnreachableErrors(this.client);
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const at = { Bucket: this.bucket, Key: upload.id };
    const { UploadId } = await this.client.createMultipartUpload(at);
    await this.records.setMultipart(upload.id, UploadId!);
    if (upload.size === 0) await this.#finish(upload.id, 0);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { file } = await this.getMetadata(id);
    const parts = await this.#partsOf(id);
    if (parts === 'completed') {
      await this.#checkWhole(id, file.size!);
      return new Upload({ ...file, offset: file.size! });
    }
    // The process was killed between the last part and completion, and the sender has no reason to
    // send again.
    if (parts.bytes === file.size) await this.#finish(id, file.size);
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
    const metadata = await this.getMetadata(id);
    const size = metadata.file.size!;
    const parts = await this.#partsOf(id);
    if (parts === 'completed' || offset === size) return offset;
    let number = parts.count;
    let placed = parts.bytes;
    const rest = placed < offset ? await this.#rest(id, offset - placed) : null;
    const full = this.calcOptimalPartSize(size);
    for await (const { bytes, problem } of inParts(rest, source, full)) {
      const end = placed + bytes.length;
      // If the last part is full, an empty piece follows it.
      if (end > placed && (bytes.length === full || end === size)) {
        await this.uploadPart(metadata, bytes, ++number);
        placed = end;
        if (placed === size) await this.#finish(id, size);
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

  protected override async getMetadata(id: string): Promise<MetadataValue> {
    const file = await this.records.get(id);
    if (!file?.storage) throw refusal(ERRORS.FILE_NOT_FOUND);
    return { file, 'upload-id': file.storage.path, 'tus-version': '1.0.0' };
  }

  async #partsOf(id: string): Promise<{ count: number; bytes: number } | 'completed'> {
    try {
      const parts = await this.retrieveParts(id);
      const bytes = parts.reduce((sum, part) => sum + (part.Size ?? 0), 0);
      return { count: parts.at(-1)?.PartNumber ?? 0, bytes };
    } catch (error) {
      if (isAssembled(error)) return 'completed';
      throw error;
    }
  }

  async #finish(id: string, size: number): Promise<void> {
    const metadata = await this.getMetadata(id);
    try {
      await this.finishMultipartUpload(metadata, await this.retrieveParts(id));
    } catch (error) {
      // If the response was lost, the next attempt finds nothing to assemble.
      if (!isAssembled(error)) throw error;
    }
    await this.#checkWhole(id, size);
    // The file now contains what waited in the extra object. If removing it fails, it is removed
    // with the file.
    const rest = { Bucket: this.bucket, Key: this.partKey(id, true) };
    await this.client.deleteObject(rest).catch(() => undefined);
  }

  async #checkWhole(id: string, size: number): Promise<void> {
    const head = await this.client
      .headObject({ Bucket: this.bucket, Key: id })
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotFound')
          throw refusal(ERRORS.FILE_NO_LONGER_EXISTS);
        throw error;
      });
    if (head.ContentLength !== size) throw refusal(ERRORS.FILE_NO_LONGER_EXISTS);
  }

  async #keepRest(id: string, bytes: Buffer, from: number): Promise<void> {
    const Metadata = { from: String(from) };
    await this.client.putObject({
      ...{ Bucket: this.bucket, Key: this.partKey(id, true), Body: bytes, Metadata },
    });
  }

  async #restSize(id: string, from: number): Promise<number> {
    try {
      const at = { Bucket: this.bucket, Key: this.partKey(id, true) };
      const { ContentLength = 0, Metadata } = await this.client.headObject(at);
      return Metadata?.['from'] === String(from) ? ContentLength : 0;
    } catch (error) {
      if (error instanceof Error && error.name === 'NotFound') return 0;
      throw error;
    }
  }

  async #rest(id: string, length: number): Promise<Buffer> {
    const body = await this.getIncompletePart(id);
    const rest = body && (await buffer(body));
    if (rest?.length !== length) throw new Error('the beginning of a part is not what it was');
    return rest;
  }
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
