import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' } as const;

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * Whether a request has the signature of these credentials over its method, URL, headers and, if
 * signed, body. Source: Amazon S3 API reference, "Authenticating Requests: Using the Authorization
 * Header (AWS Signature Version 4)".
 */
export function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const payload = String(headers['x-amz-content-sha256']);
  if (key !== credentials.accessKeyId) return false;
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash(body)) return false;
  const { pathname, searchParams } = new URL(url!, 'http://bucket');
  const query = [...searchParams]
    .map((pair) => pair.map(encode).join('='))
    .sort()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, pathname, query, signed.join(''), names, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(request)].join('\n');
  const secret = scope
    .split('/')
    .reduce<string | Buffer>(mac, `AWS4${credentials.secretAccessKey}`);
  return mac(secret, text).toString('hex') === signature;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
