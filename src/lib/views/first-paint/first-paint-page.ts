import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';

export interface FirstPaintPage {
  /** Id of its SvelteKit route. */
  readonly route: string;
  /** Whether the URL contains more than the route, which only the app can show. */
  readonly isDeep: boolean;
  /** Whether the server is our own, which uses no Gravatar pictures. */
  readonly embedded: boolean;
  readonly user_id: number;
}

/** Calls an operation; null if it fails. */
export type FirstPaintCall = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
) => Promise<ResultOf<O> | null>;
