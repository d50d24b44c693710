import type { RequestEvent } from '@sveltejs/kit';
import { getRuntime } from '../runtime';
import { FrameworkPendingReply } from './framework-pending-reply.internals';

/**
 * A reply that can be sent later, if the server's entry point provides one: `src/bin/serve.js` does
 * for event polls. Without one, the framework waits for the reply itself.
 */
export function createPendingReply({
  platform,
  request,
  locals,
}: RequestEvent): FrameworkPendingReply | undefined {
  const response = platform && getRuntime().replies.get(platform.req);
  if (!response || request.method === 'HEAD') return undefined;
  if (process.env['INKWELL_PLAIN'] === '1') return undefined;
  return (locals.pendingReply = new FrameworkPendingReply(response));
}
