import type { failureCodes } from '$lib/api/scheduled-messages';

/** An answer other than success, thrown by handlers; dispatch turns it into the envelope. */
export class ServiceFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
    /** Extra fields of the error body. */
    readonly fields: Readonly<Record<string, unknown>> = {},
    /** Of the reply. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ServiceFailure';
  }
}

/** A message may not go where it is meant to. */
export class SendRefusal extends ServiceFailure {
  constructor(
    /** What stands in the way: a word of our own, finer than the documented code. */
    readonly why: (typeof failureCodes)[number],
    message: string,
    fields?: Record<string, unknown>,
  ) {
    super('BAD_REQUEST', message, 400, fields);
    this.name = 'Refusal';
  }
}

export function badRequest(message: string, fields?: Record<string, unknown>): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', message, 400, fields);
}

/** A row of one's own (draft, snippet, …) that is not there: 404 with the plain code. */
export function rowNotFound(message: string): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', message, 404);
}

/** Values that fit their parameters and do not hold together; `field` is `__all__` for several. */
export function invalidValues(field: string, message: string): ServiceFailure {
  return badRequest(message, { errors: { [field]: [message] } });
}
