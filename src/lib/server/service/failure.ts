import type { failureCodes } from '$lib/api/scheduled-messages';

/** An error response, thrown by handlers. Dispatch turns it into the envelope. */
export class ServiceFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
    /** Additional fields of the error body. */
    readonly fields: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ServiceFailure';
  }
}

/** A message can't be sent to its destination. */
export class SendRefusal extends ServiceFailure {
  constructor(
    /** The reason, as Inkwell's own code, which is more specific than the documented one. */
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

/** Throws 400 unless the caller is allowed to do it. */
export function requirePermission(isAllowed: boolean): void {
  if (!isAllowed) throw badRequest('Insufficient permission');
}

/** A missing row of the caller's (draft, snippet, …): 404 with the plain code. */
export function rowNotFound(message: string): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', message, 404);
}

/** Values that are valid separately but not together. `field` is `__all__` for several. */
export function invalidValues(field: string, message: string): ServiceFailure {
  return badRequest(message, { errors: { [field]: [message] } });
}
