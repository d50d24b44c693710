import pino, { type DestinationStream, type Logger } from 'pino';
import type { ServerConfig } from './config';

/**
 * The log can contain ids, names of operations and settings, codes, sizes and times. Message text,
 * email addresses and keys must never be passed to it; the list below is the second line of
 * defense.
 */
const confidential = [
  'api_key',
  'apiKey',
  'authorization',
  'cookie',
  'content',
  'delivery_email',
  'email',
  'password',
  'secret',
  'topic',
  'username',
];

export function createLog(
  config: Pick<ServerConfig, 'logLevel'>,
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: confidential.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
      serializers: { error: describeError },
    },
    destination,
  );
}

/**
 * Describes an error without what can contain users' text: a database driver puts the statement,
 * its parameters and the failing row into the message and fields of its errors.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(code && { code }),
    stack: frames.map((line) => line.trim()).slice(0, 12),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
