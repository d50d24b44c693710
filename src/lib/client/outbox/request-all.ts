/** Result of a request for several rows. */
export interface BatchResult<T> {
  /** Those whose change is done, or waits in the outbox. */
  readonly accepted: readonly T[];
  /** Whether some changes wait in the outbox. */
  readonly isWaiting: boolean;
  /** What the first refused request threw. */
  readonly failure: unknown;
}

/** Requests a change of each row; `ask` returns whether it waits, see `Outbox.accept`. */
export async function requestAll<T>(
  rows: readonly T[],
  ask: (row: T) => Promise<boolean | void>,
): Promise<BatchResult<T>> {
  const results = await Promise.allSettled(rows.map(ask));
  return {
    accepted: rows.filter((_, at) => results[at]?.status === 'fulfilled'),
    isWaiting: results.some((result) => result.status === 'fulfilled' && result.value === true),
    failure: results.find((result) => result.status === 'rejected')?.reason,
  };
}
