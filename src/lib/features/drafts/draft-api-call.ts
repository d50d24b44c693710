import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';

/** The part of the client's `call` that drafts need. Throws the failures of `api/errors`. */
export type DraftApiCall = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
  options?: { readonly signal?: AbortSignal },
) => Promise<ResultOf<O>>;
