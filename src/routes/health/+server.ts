import { runtime } from '$lib/server/runtime';
import type { RequestHandler } from './$types';

/** 200 while the database (or the remote server) answers, 503 otherwise. */
export const GET: RequestHandler = async () => {
  const { ready, log } = runtime();
  try {
    await ready();
    return reply(200, 'ok');
  } catch (error) {
    log.warn({ error }, 'not ready');
    return reply(503, 'unavailable');
  }
};

function reply(status: number, word: string): Response {
  return Response.json({ status: word }, { status, headers: { 'cache-control': 'no-store' } });
}
