import { operations } from '$lib/api/operations';
import { createRouter } from '$lib/api/operation-router';

const route = createRouter(Object.values(operations));

/** Name of an API request in log and metrics. `path`: below `/api/v1`. */
export function operationName(method: string, path: string): string {
  const match = route(method, path);
  return match.kind === 'found' ? match.operation.id : 'unknown';
}
