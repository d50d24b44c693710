import type { ConnectionState } from '../../client/events/event-loop';

/** Whether the server answers or is about to, so that missing data is not due to being offline. */
export function isServerReachable({ kind }: ConnectionState): boolean {
  return kind === 'connecting' || kind === 'online';
}
