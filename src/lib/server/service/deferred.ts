/**
 * A result that may be a minute away: whatever was needed to ask for it can be forgotten until then.
 * `giveUp` makes it come at once, for whoever has gone.
 */
export class DeferredResult<Result> {
  constructor(
    readonly onResult: (take: (result: Result) => void) => void,
    readonly giveUp: () => void,
  ) {}
}
