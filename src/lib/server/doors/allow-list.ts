import type { Operation } from '$lib/api/define';
import { operations } from '$lib/api/operations';
import { createRouter, type Router } from '$lib/api/route';

/** The operations that pages may call: all of the contract but those that answer with credentials. */
export function allowList(all: readonly Operation[] = Object.values(operations)): Router {
  return createRouter(all.filter((operation) => operation.browser));
}
