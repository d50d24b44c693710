import { runtime } from '$lib/server/runtime';
import type { RequestHandler } from './$types';

/** Prometheus' text format. Names of operations and counts only, nothing of the people. */
export const GET: RequestHandler = async () => {
  const { metrics } = runtime();
  return new Response(await metrics.text(), {
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
  });
};
