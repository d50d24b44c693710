import type { ApiOperation } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import { createRouter, type OperationRouter } from '$lib/api/operation-router';

/** The operations that pages may call: all of the contract but those that answer with credentials. */
export function allowList(
  all: readonly ApiOperation[] = Object.values(operations),
): OperationRouter {
  return createRouter(all.filter((operation) => operation.browser));
}
