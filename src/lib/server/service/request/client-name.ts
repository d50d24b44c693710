import type { Ask } from './ask';
import type { Fields } from './fields';

const longest = 30;

/** What made the request: the parameter `client`, else the User-Agent up to the slash. */
export function clientName(request: Pick<Ask, 'headers'>, fields: Fields): string {
  const agent = request.headers.get('user-agent')?.split('/')[0];
  const name = fields.get('client')?.trim() || agent?.trim() || 'Unspecified';
  return Array.from(name.replaceAll('\0', '')).slice(0, longest).join('');
}
