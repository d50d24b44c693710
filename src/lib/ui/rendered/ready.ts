import type { pass } from './gate';

/** What draws messages, from the moment its code is there: then they are drawn at once. */
export const ready: { pass?: typeof pass } = {};
