import type { Operation, ParamsOf, ResultOf } from '../../api/define';

/** The client's `call`, as far as drafts need it. Throws the failures of `api/errors`. */
export type ApiCall = <O extends Operation>(
  operation: O,
  params: ParamsOf<O>,
  options?: { readonly signal?: AbortSignal },
) => Promise<ResultOf<O>>;
