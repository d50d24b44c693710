import type { ApiOperation, ParamsOf, ResultOf } from '../../api/define-operation';

/** Where something is drawn before the app is there. */
export interface FirstPaintPage {
  /** The id of its route. */
  readonly route: string;
  /** What is asked for besides it, only the app knows. */
  readonly isDeep: boolean;
  /** The server is our own, which shows no pictures of Gravatar's. */
  readonly embedded: boolean;
  /** Whose page it is. */
  readonly user_id: number;
}

/** Null: no good answer. */
export type FirstPaintCall = <O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
) => Promise<ResultOf<O> | null>;
