import * as v from 'valibot';

const bucket = 'must be the name of a bucket: letters, digits, dots, hyphens and underscores';
const endpoint =
  'must be the address of a store that speaks S3, without credentials, such as https://s3.example.org';
const region = 'must be the name of a region, such as eu-central-1';
const blank = 'must not contain spaces';

/** True for `http(s)://host[:port][/path]`. */
function isEndpoint(value: string): boolean {
  try {
    const { protocol, origin, pathname, href } = new URL(value);
    return /^https?:$/.test(protocol) && href === `${origin}${pathname}`;
  } catch {
    return false;
  }
}

const optional = (pattern: RegExp, problem: string) =>
  v.optional(v.pipe(v.string(), v.regex(pattern, problem)));

/** Variables of a bucket for files. All are absent if files are stored in the data folder. */
export const bucketVariables = {
  S3_BUCKET: optional(/^[A-Za-z\d][\w.-]{1,254}$/, bucket),
  S3_ENDPOINT: v.optional(v.pipe(v.string(), v.check(isEndpoint, endpoint))),
  S3_REGION: optional(/^[\w-]{1,64}$/, region),
  S3_ACCESS_KEY_ID: optional(/^\S+$/, blank),
  S3_SECRET_ACCESS_KEY: optional(/^\S+$/, blank),
};

export type BucketVariable = keyof typeof bucketVariables;

export interface BucketConfig {
  readonly bucket: string;
  /** Set for a store other than Amazon's. */
  readonly endpoint?: string;
  readonly region?: string;
  /** If absent, credentials come from where Amazon's own tools look. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export function readBucketConfig(values: {
  readonly [name in BucketVariable]?: string | undefined;
}): BucketConfig | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION } = values;
  if (!S3_BUCKET) return undefined;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  return {
    bucket: S3_BUCKET,
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT }),
    ...(S3_REGION && { region: S3_REGION }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  };
}
