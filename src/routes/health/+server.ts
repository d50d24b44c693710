import { isOwnHost } from '$lib/server/gateway/origin';
import { getRuntime } from '$lib/server/runtime';
import type { RequestHandler } from './$types';

/** 200 if the database (or the remote server) answers and accepts writes, otherwise 503. */
export const GET: RequestHandler = async ({ request }) => {
  const { config, ready, log } = getRuntime();
  if (!isOwnHost(request.headers.get('host'), config.origin)) return reply(403, 'unknown host');
  try {
    return (await ready()) === 'disk full' ? reply(503, 'disk full') : reply(200, 'ok');
  } catch (error) {
    log.warn({ error }, 'not ready');
    return reply(503, 'unavailable');
  }
};

function reply(status: number, word: string): Response {
  return Response.json({ status: word }, { status, headers: { 'cache-control': 'no-store' } });
}
