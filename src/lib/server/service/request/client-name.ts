import type { ServerRequest } from './server-request';
import type { RequestFields } from './fields';

const maxNameLength = 30;

/**
 * The client that made the request: the `client` parameter, or else the User-Agent up to the slash.
 */
export function clientName(request: Pick<ServerRequest, 'headers'>, fields: RequestFields): string {
  const agent = request.headers.get('user-agent')?.split('/')[0];
  const name = fields.get('client')?.trim() || agent?.trim() || 'Unspecified';
  return Array.from(name.replaceAll('\0', '')).slice(0, maxNameLength).join('');
}
