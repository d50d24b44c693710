import type { RequestOrigin } from '../service/dispatch';

/** Where a call comes from, and which operation it is if that is certain. */
export type UpstreamOrigin = Omit<RequestOrigin, 'request'>;

/**
 * Answers `/api/v1/*`: the embedded service or the proxy to a remote server. Both take the same
 * request with Basic credentials. The proxy throws `GatewayFailure`; any reply is the server's own.
 */
export type UpstreamHandler = (request: Request, origin: UpstreamOrigin) => Promise<Response>;

/** Credentials as the API expects them. Source: https://zulip.com/api/http-headers */
export function basicAuthorization(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}
