import type { RequestEvent } from '@sveltejs/kit';
import { runtime } from '../runtime';
import { NodeSeat } from './node-seat';

/** The request's seat, where the server's entry keeps one: `src/bin/serve.js` does for event polls. */
export function seatFor({ platform, request, locals }: RequestEvent): NodeSeat | undefined {
  const response = platform && runtime().replies.get(platform.req);
  if (!response || request.method === 'HEAD') return undefined;
  return (locals.seat = new NodeSeat(response));
}
