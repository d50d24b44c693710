import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';

/** The client's `call`, as far as drafts need it. Throws the failures of `api/errors`. */
export type DraftApiCall = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
  options?: { readonly signal?: AbortSignal },
) => Promise<ResultOf<O>>;
