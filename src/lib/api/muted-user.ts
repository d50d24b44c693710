import * as v from 'valibot';

/** A user whom the account has muted, and when, in UNIX seconds. */
export const mutedUserSchema = v.object({ id: v.number(), timestamp: v.number() });
