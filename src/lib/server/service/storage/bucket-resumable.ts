import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { S3Store, type MetadataValue } from '@tus/s3-store';
import { ERRORS, Upload } from '@tus/server';
import { withUnreachableErrors } from './bucket-unreachable';
import type { UploadRecords } from './upload-records';

/** Bytes; the least that a bucket takes for a part that is not the last. */
export const partSize = 5 * 1024 * 1024;

type ClientConfig = S3ClientConfig & { readonly bucket: string };

/**
 * The library's store, with what it knows in the database in place of an object beside each upload,
 * and with three promises of ours: what arrived before a connection broke is kept; a process that is
 * killed loses nothing that was acknowledged; and nothing counts as whole that the bucket does not
 * hold whole. Parts go out one after another from memory, so that a slow bucket slows its sender.
 *
 * Bytes that do not fill a part wait in an object of their own, marked with the offset at which they
 * begin. It is only believed where the parts end at that offset: one that a later part has taken in
 * may therefore stay until it is replaced, or the upload is whole.
 *
 * It stands on protected parts of the library, which any release may change: package.json names one.
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
    // Killed between the last part and the end; the sender sees no reason to come again.
    if (parts.bytes === file.size) await this.#finish(id, file.size);
    const rest = parts.bytes === file.size ? 0 : await this.#restSize(id, parts.bytes);
    return new Upload({ ...file, offset: parts.bytes + rest });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const work = this.#write(source, id, offset);
    this.#writing.set(id, work);
    return work.finally(() => this.#writing.delete(id));
  }

  /** Resolves when what has arrived of an upload is kept. */
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
      // Behind a last part that is full comes an empty one.
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
      // Where the answer was lost, the next try hears that nothing is there to put together.
      if (!isAssembled(error)) throw error;
    }
    await this.#checkWhole(id, size);
    // What waited beside it is in it now. Where this fails, it goes with the file.
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

/** Some stores say the second one. Aborted uploads are told from whole ones by their object. */
export function isAssembled(error: unknown): boolean {
  return error instanceof Error && /^NoSuch(Upload|Key)$/.test(error.name);
}

/** As the protocol's library knows a failure whose status is meant for the client. */
function refusal(known: { readonly status_code: number; readonly body: string }): Error {
  return Object.assign(new Error(known.body.trim()), known);
}

interface Piece {
  readonly bytes: Buffer;
  /** Why nothing comes after it, where that is not its sender's end. */
  readonly problem?: unknown;
}

/** Cuts into pieces of `full` bytes; the last one has what is left, which may be nothing. */
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
