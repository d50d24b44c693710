import { canReadMetrics } from '$lib/server/metrics-access';
import { getRuntime } from '$lib/server/runtime';
import type { RequestHandler } from './$types';

/** Metrics in Prometheus' text format: only names of operations and counts, no personal data. */
export const GET: RequestHandler = async ({ request, getClientAddress }) => {
  const { config, metrics } = getRuntime();
  const caller = { headers: request.headers, address: getClientAddress() };
  if (!canReadMetrics(caller, config)) {
    const words = config.metricsToken
      ? 'This needs the token that METRICS_TOKEN holds, as "Authorization: Bearer …".'
      : 'Only this machine may read this. Set METRICS_TOKEN to read it from elsewhere.';
    return new Response(`${words}\n`, {
      status: config.metricsToken ? 401 : 403,
      headers: { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' },
    });
  }
  return new Response(await metrics.text(), {
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
  });
};
