import type { ParamsOf } from '../../api/define-operation';
import { hasParameter, type ServerVersion } from '../../api/feature-level';
import { getStreams } from '../../api/streams';

type Params = ParamsOf<typeof getStreams>;

const none: Params = { include_public: false, include_subscribed: false };

/**
 * Filters that only the server can evaluate. The account's state is enough for all others.
 * https://zulip.com/api/get-streams
 */
export const serverChannelFilters = {
  default: { ...none, include_default: true },
  readable: { ...none, include_can_access_content: true },
  owner: { ...none, include_owner_subscribed: true },
} as const satisfies Record<string, Params>;
export type ServerChannelFilter = keyof typeof serverChannelFilters;

export function isFilterSupported(
  filter: ServerChannelFilter,
  server: ServerVersion | null,
): boolean {
  return filter !== 'readable' || hasParameter(getStreams, 'include_can_access_content', server);
}
