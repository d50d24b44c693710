import type { ApiOperation } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import { createRouter, type OperationRouter } from '$lib/api/operation-router';

/**
 * The operations that pages can call: the whole contract except operations that return credentials.
 */
export function allowList(
  all: readonly ApiOperation[] = Object.values(operations),
): OperationRouter {
  return createRouter(all.filter((operation) => operation.browser));
}
