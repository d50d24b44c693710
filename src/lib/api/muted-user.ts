import * as v from 'valibot';

/** Somebody whom one has muted, and when: seconds since 1970. */
export const mutedUserSchema = v.object({ id: v.number(), timestamp: v.number() });
