import process from 'node:process';
import type { Readable } from 'node:stream';
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StartFailure } from '../start-failure';
import { BucketUploads, isAssembled, partSize } from './bucket-resumable';
import { withUnreachableErrors } from './bucket-unreachable';
import type { FileStorage } from './storage';
import type { UploadRecords } from './upload-records';

/** A bucket in an S3-compatible store. */
export interface BucketOptions {
  readonly bucket: string;
  /** For stores other than Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  /** If absent, looked up where Amazon's own tools do. */
  readonly credentials?:
    { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** In milliseconds. */
export interface BucketTimeouts {
  readonly connect: number;
  /** Without any progress, either bytes sent or an answer. Each request has three attempts. */
  readonly answer: number;
  /** For the whole check at startup. */
  readonly start: number;
}
export const defaultBucketTimeouts: BucketTimeouts = {
  connect: 5_000,
  answer: 8_000,
  start: 15_000,
};

/**
 * Keeps files in a bucket of an S3-compatible store, which any number of processes can share.
 * Nothing in it is public: files are downloaded through this server. Throws `StartFailure` if the
 * bucket isn't writable.
 */
export async function bucketStorage(
  options: BucketOptions,
  records: UploadRecords,
  patience = defaultBucketTimeouts,
): Promise<FileStorage> {
  // The SDK logs which Node versions developers should use. This version of the SDK is fixed and
  // runs on this Node.
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
    // One at a time, because not every store supports several in one request.
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
      // One part at a time, because parallel parts would continue reading after one has failed.
      const upload = new Upload({
        client,
        params,
        partSize,
        queueSize: 1,
        leavePartsOnError: true,
      });
      await upload.done().catch(async (error: unknown) => {
        if (!isAssembled(error)) throw error;
        // It was assembled, though the response was lost. No other file has this key.
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
    // Stores other than Amazon's have no regions, but signing requests needs one.
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Not every store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      socketTimeout: patience.answer,
      // A slow reader occupies a connection, which must not make others wait.
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
  };
}

/** Amazon's error names for an object that is missing or shorter than before. */
function isAbsent(name: string): boolean {
  return name === 'NoSuchKey' || name === 'NotFound' || name === 'InvalidRange';
}

/** Checks by writing, because a bucket that is only readable is no use. */
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

/** Ids of multipart uploads under a key that were neither completed nor aborted. Usually one. */
async function openParts(client: S3, bucket: string, key: string): Promise<string[]> {
  const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket, Prefix: key });
  return Uploads.flatMap(({ Key, UploadId }) => (Key === key && UploadId ? [UploadId] : []));
}
