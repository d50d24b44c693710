/** The service can't start. `message` is one line that tells the operator what to do. */
export class StartFailure extends Error {
  constructor(
    readonly reason:
      'in-use' | 'not-writable' | 'unreachable' | 'too-new' | 'unreleased' | 'unreadable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StartFailure';
  }
}
