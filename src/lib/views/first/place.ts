import type { Operation, ParamsOf, ResultOf } from '../../api/define';

/** Where something is drawn before the app is there. */
export interface Place {
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
export type Ask = <O extends Operation>(
  operation: O,
  params: ParamsOf<O>,
) => Promise<ResultOf<O> | null>;
