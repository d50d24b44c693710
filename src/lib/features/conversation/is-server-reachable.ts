import type { ConnectionState } from '../../client/events/event-loop';

/** The server answers, or will in a moment: nothing is missing for want of a connection. */
export function isServerReachable({ kind }: ConnectionState): boolean {
  return kind === 'connecting' || kind === 'online';
}
