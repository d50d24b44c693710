/**
 * A result that can take a minute. Until then, everything needed to request it can be freed.
 * `giveUp` makes it come immediately, when the client has disconnected.
 */
export class DeferredResult<Result> {
  constructor(
    readonly onResult: (take: (result: Result) => void) => void,
    readonly giveUp: () => void,
  ) {}
}
