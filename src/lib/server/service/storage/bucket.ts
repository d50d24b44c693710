import process from 'node:process';
import type { Readable } from 'node:stream';
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StartFailure } from '../start-failure';
import { BucketUploads, isAssembled, partSize } from './bucket-resumable';
import { withUnreachableErrors } from './bucket-unreachable';
import type { FileStorage } from './storage';
import type { UploadRecords } from './upload-records';

/** A bucket of a store that speaks S3. */
export interface BucketOptions {
  readonly bucket: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** Absent: looked for where Amazon's own tools do. */
  readonly credentials?:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Milliseconds. */
export interface BucketTimeouts {
  readonly connect: number;
  /** While nothing moves, neither bytes that go up nor an answer; each request has three tries. */
  readonly answer: number;
  /** For all of the check at the start. */
  readonly start: number;
}
export const defaultBucketTimeouts: BucketTimeouts = {
  connect: 5_000,
  answer: 8_000,
  start: 15_000,
};

/**
 * Keeps files in a bucket of a store that speaks S3; any number of processes may share it. Nothing
 * of it is public: whoever may read a file gets it through this server. Throws `StartFailure` where
 * the bucket cannot be written.
 */
export async function bucketStorage(
  options: BucketOptions,
  records: UploadRecords,
  patience = defaultBucketTimeouts,
): Promise<FileStorage> {
  // It tells developers which versions to choose; this one is chosen, and runs on this Node.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const { bucket } = options;
  const config = configOf(options, patience);
  const client = new S3(config);
  await checkAccess(client, bucket, patience.start);
  withUnreachableErrors(client);

  async function remove(path_id: string): Promise<void> {
    for (const UploadId of await openParts(client, bucket, path_id)) {
      await client.abortMultipartUpload({ Bucket: bucket, Key: path_id, UploadId });
    }
    // One by one: not every store takes several in one request.
    for (const Key of [path_id, `${path_id}.part`]) {
      await client.deleteObject({ Bucket: bucket, Key });
    }
  }

  const shared = { ...config, requestHandler: client.config.requestHandler, bucket };
  const resumable = new BucketUploads(shared, records, remove);
  return {
    resumable,
    still: (path_id) => resumable.still(path_id),
    async write(path_id, source) {
      const params = { Bucket: bucket, Key: path_id, Body: source };
      // One part at a time: several would read on after one has failed.
      const upload = new Upload({
        client,
        params,
        partSize,
        queueSize: 1,
        leavePartsOnError: true,
      });
      await upload.done().catch(async (error: unknown) => {
        if (!isAssembled(error)) throw error;
        // Put together, though the answer was lost. The key is this file's alone.
        await client.headObject({ Bucket: bucket, Key: path_id });
      });
    },
    async read(path_id, { start, end }) {
      const Range = `bytes=${start}-${end}`;
      const at = { Bucket: bucket, Key: path_id, Range };
      const object = await client.getObject(at).catch((error: unknown) => {
        if (error instanceof Error && isAbsent(error.name)) return null;
        throw error;
      });
      if (!object) return null;
      const body = object.Body as Readable;
      if (object.ContentLength === end - start + 1) return body;
      body.destroy();
      return null;
    },
    remove,
  };
}

function configOf(
  { endpoint, region, credentials }: BucketOptions,
  patience: BucketTimeouts,
): S3ClientConfig {
  return {
    // Other stores than Amazon's have no regions, but requests are signed with one.
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // The newer checksums are not understood everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      socketTimeout: patience.answer,
      // Whoever reads slowly holds one; that must not keep others waiting.
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
  };
}

/** Amazon's names for an object that is not there, or not as long as it was. */
function isAbsent(name: string): boolean {
  return name === 'NoSuchKey' || name === 'NotFound' || name === 'InvalidRange';
}

/** By writing: a bucket that can only be seen is of no use. */
async function checkAccess(client: S3, bucket: string, patience: number): Promise<void> {
  const abortSignal = AbortSignal.timeout(patience);
  const at = { Bucket: bucket, Key: 'inkwell-start' };
  try {
    await client.putObject({ ...at, Body: 'ok' }, { abortSignal });
    await client.deleteObject(at, { abortSignal });
  } catch (error) {
    throw new StartFailure(
      'unreachable',
      `The bucket of S3_BUCKET cannot be written (${reasonOf(error)}). Correct S3_BUCKET, S3_ENDPOINT, S3_REGION or the credentials.`,
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'Error' ? error.message.split('\n')[0]! : error.name;
}

/** Ids of what was begun in parts under a key, and neither completed nor aborted: one, or few. */
async function openParts(client: S3, bucket: string, key: string): Promise<string[]> {
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: key });
  return Uploads.flatMap(({ Key, UploadId }) => (Key === key && UploadId ? [UploadId] : []));
}
