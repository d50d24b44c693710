import type { Connection } from '../../client/event-loop';

/** The server answers, or will in a moment: nothing is missing for want of a connection. */
export function isReached({ kind }: Connection): boolean {
  return kind === 'connecting' || kind === 'online';
}
