import type { sanitize } from './sanitize';

/** What draws messages, from the moment its code is there: then they are drawn at once. */
export const loadedSanitizer: { pass?: typeof sanitize } = {};
