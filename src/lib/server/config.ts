import { resolve } from 'node:path';
import * as v from 'valibot';
import { parseTrustedProxy, type TrustedProxy } from './client-address';
import type { ServerSettings } from './service/server-settings';
import { StartProblem } from './start-problem';

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
const bucketVariables = {
  S3_BUCKET: optional(/^[A-Za-z\d][\w.-]{1,254}$/, bucket),
  S3_ENDPOINT: v.optional(v.pipe(v.string(), v.check(isEndpoint, endpoint))),
  S3_REGION: optional(/^[\w-]{1,64}$/, region),
  S3_ACCESS_KEY_ID: optional(/^\S+$/, blank),
  S3_SECRET_ACCESS_KEY: optional(/^\S+$/, blank),
};

type BucketVariable = keyof typeof bucketVariables;

interface BucketConfig {
  readonly bucket: string;
  /** Set for a store other than Amazon's. */
  readonly endpoint?: string;
  readonly region?: string;
  /** If absent, credentials come from where Amazon's own tools look. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

function readBucketConfig(values: {
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

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const port = 'must be a whole number from 1 to 65535; choose a free port, such as 3000';
const host = 'must be a host name or an IP address, such as 127.0.0.1, or 0.0.0.0 for all networks';
const origin =
  'must be the address in the browser, without a path, such as https://chat.example.org';
const service = 'must be the address of a server, without a path, such as https://chat.example.org';
const database = 'must be of the form postgres://user:password@host:5432/name';
const secret = 'must have at least 32 characters; leave it unset and one is made and kept';
const amount = 'must be a whole number of MiB, from 1 to 999999';
const proxies =
  'must be the number of proxies (1 to 9), or their addresses or networks, such as 10.0.0.0/8,::1';
const mails = 'must be a whole number, from 0 to 999999';
const period = 'must be a whole number of minutes, from 1 to 9999999';
const smtp = 'must be of the form smtp://user:password@mail.example.org:587';
const sender = 'must be an address, such as inkwell@example.org or Inkwell <inkwell@example.org>';
const relay = 'must be the address of a push relay, such as https://name:password@push.example.org';
const token = 'must have at least 16 characters, without spaces';

/** True for `http(s)://host[:port]`, optionally followed by a slash. */
function isBareAddress(value: string): boolean {
  const url = parse(value);
  return (
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password
  );
}

function parse(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

/** True for `http(s)://[name:password@]host[:port]`. */
function isRelay(value: string): boolean {
  const url = parse(value);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash
  );
}

const address = (problem: string) =>
  v.pipe(
    v.string(),
    v.check(isBareAddress, problem),
    v.transform((value) => new URL(value).origin),
  );

const perDay = v.pipe(v.string(), v.regex(/^\d{1,6}$/, mails), v.transform(Number));
const minutes = v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, period), v.transform(Number));
const isSmtp = (value: string) => /^smtps?:$/.test(parse(value)?.protocol ?? '');
const mebibytes = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, amount), v.transform(Number));

const variables = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, port),
      v.transform(Number),
      v.minValue(1, port),
      v.maxValue(65535, port),
    ),
    '3000',
  ),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, host)), '127.0.0.1'),
  ORIGIN: v.optional(address(origin)),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
    './data',
  ),
  SERVICE_URL: v.optional(address(service)),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => /^postgres(ql)?:$/.test(parse(value)?.protocol ?? ''), database),
    ),
  ),
  SESSION_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, secret))),
  TRUSTED_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(parseTrustedProxy),
      v.custom<TrustedProxy>((parsed) => parsed !== null, proxies),
    ),
  ),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^\S{16,}$/, token))),
  MAX_FILE_UPLOAD_SIZE: v.optional(mebibytes, '100'),
  UPLOAD_QUOTA: v.optional(mebibytes),
  PUSH_RELAY_URL: v.optional(v.pipe(v.string(), v.check(isRelay, relay))),
  ...bucketVariables,
  INVITATION_LINK_VALIDITY_MINUTES: v.optional(minutes, '14400'),
  INVITATIONS_PER_DAY: v.optional(perDay, '1000'),
  SMTP_URL: v.optional(v.pipe(v.string(), v.check(isSmtp, smtp))),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, sender),
    ),
  ),
  WEB_PUBLIC_STREAMS_ENABLED: v.optional(v.picklist(['true', 'false'], 'must be true or false')),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'warn'),
});

type Values = v.InferOutput<typeof variables>;

/** One variable is useless without the other. */
function needs(name: BucketVariable, other: BucketVariable) {
  return v.forward(
    v.check<Values, string>(
      (values) => !values[name] || !!values[other],
      `cannot be used without ${other}; set that too, or unset this`,
    ),
    [name],
  );
}

const environmentSchema = v.pipe(
  variables,
  v.forward(
    v.check(
      ({ SERVICE_URL, DATABASE_URL }) => !SERVICE_URL || !DATABASE_URL,
      'cannot be used together with SERVICE_URL, which needs no database; unset one of them',
    ),
    ['DATABASE_URL'],
  ),
  v.forward(
    v.check(
      ({ SERVICE_URL, S3_BUCKET }) => !SERVICE_URL || !S3_BUCKET,
      'cannot be used together with SERVICE_URL, whose server keeps the files; unset one of them',
    ),
    ['S3_BUCKET'],
  ),
  v.forward(
    v.check(
      ({ SERVICE_URL, PUSH_RELAY_URL }) => !SERVICE_URL || !PUSH_RELAY_URL,
      'cannot be used together with SERVICE_URL, whose server notifies; unset one of them',
    ),
    ['PUSH_RELAY_URL'],
  ),
  needs('S3_ENDPOINT', 'S3_BUCKET'),
  needs('S3_REGION', 'S3_BUCKET'),
  needs('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
  needs('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'),
  needs('S3_ACCESS_KEY_ID', 'S3_BUCKET'),
);

export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Value of `ORIGIN`. If unset, each request's own Host decides. */
  readonly origin?: string;
  /** URL of this server without a trailing slash. */
  readonly baseUrl: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** If set, the app is a client of that server and the embedded service is not loaded. */
  readonly serviceUrl?: string;
  /** If set, PostgreSQL is used instead of PGlite in the data folder. */
  readonly databaseUrl?: string;
  /** If absent, one is created and stored in the data folder. */
  readonly sessionSecret?: string;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxy?: TrustedProxy;
  /** If set, it is required to read `/metrics`. If absent, only this machine can read it. */
  readonly metricsToken?: string;
  /** Upload limits of the embedded service. */
  readonly uploads: {
    readonly maxFileMib: number;
    /** For the whole organization; null for no limit. */
    readonly quotaMib: number | null;
  };
  /** How the embedded service sends email. Without `url`, emails are written to the log instead. */
  readonly mail: { readonly url?: string; readonly from: string };
  /** URL of the relay that delivers notifications to devices. */
  readonly pushRelayUrl?: string;
  /** If set, uploaded files are stored there instead of in the data folder. */
  readonly bucket?: BucketConfig;
  /** Settings that operations of the embedded service read. */
  readonly server: Omit<ServerSettings, 'hasPush' | 'sendsMail'>;
  readonly logLevel: (typeof logLevels)[number];
}

/** Variables whose values must not appear in a message. */
const confidential = new Set([
  'DATABASE_URL',
  'METRICS_TOKEN',
  'PUSH_RELAY_URL',
  'S3_ACCESS_KEY_ID',
  'S3_ENDPOINT',
  'S3_SECRET_ACCESS_KEY',
  'SERVICE_URL',
  'SESSION_SECRET',
  'SMTP_URL',
]);

/** Reads the environment; an empty variable counts as unset. Throws `StartProblem`. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): ServerConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = v.safeParse(environmentSchema, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = v.getDotPath(issue) ?? '';
    const value = confidential.has(name) ? '' : ` is ${JSON.stringify(given[name])} but`;
    throw new StartProblem(`${name}${value} ${issue.message}.`);
  }
  const values = parsed.output;
  const baseUrl = values.ORIGIN ?? `http://${reachable(values.HOST)}:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    origin: values.ORIGIN,
    baseUrl,
    dataDir: values.DATA_DIR,
    serviceUrl: values.SERVICE_URL,
    databaseUrl: values.DATABASE_URL,
    sessionSecret: values.SESSION_SECRET,
    trustedProxy: values.TRUSTED_PROXY,
    metricsToken: values.METRICS_TOKEN,
    uploads: { maxFileMib: values.MAX_FILE_UPLOAD_SIZE, quotaMib: values.UPLOAD_QUOTA ?? null },
    mail: {
      url: values.SMTP_URL,
      from: values.MAIL_FROM ?? `inkwell@${new URL(baseUrl).hostname}`,
    },
    pushRelayUrl: values.PUSH_RELAY_URL,
    bucket: readBucketConfig(values),
    server: {
      invitationMinutes: values.INVITATION_LINK_VALIDITY_MINUTES,
      invitationsPerDay: values.INVITATIONS_PER_DAY,
      webPublicStreams: values.WEB_PUBLIC_STREAMS_ENABLED === 'true',
    },
    logLevel: values.LOG_LEVEL,
  };
}

/** The address at which this machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
