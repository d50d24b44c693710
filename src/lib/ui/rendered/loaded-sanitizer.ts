import type { sanitize } from './sanitize';

/** Holds the sanitizer once its code is loaded, so that messages then render immediately. */
export const loadedSanitizer: { pass?: typeof sanitize } = {};
