import type { Seat } from '../service/request/seat';

/**
 * What answers `/api/v1/*`: the embedded service or the proxy to a remote server. Both take the same
 * request, with Basic credentials. The proxy throws `DoorFailure`; a reply is the server's own.
 */
export type Upstream = (
  request: Request,
  origin: { readonly address: string; readonly seat?: Seat | undefined },
) => Promise<Response>;

/** Credentials as the API takes them. Source: https://zulip.com/api/http-headers */
export function basic(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
}
