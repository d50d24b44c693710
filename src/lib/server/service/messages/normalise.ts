import { badRequest } from '../failure';

/** Server limits that clients get in the register state. */
export const maxMessageLength = 10_000;
export const maxTopicLength = 60;

const truncationMark = '\n[message truncated]';

/** Cuts to `max` code points, including `mark`. */
export function truncate(text: string, max: number, mark: string): string {
  if (text.length <= max) return text;
  const points = [...text];
  if (points.length <= max) return text;
  return points.slice(0, max - [...mark].length).join('') + mark;
}

/**
 * Removes leading newlines and trailing whitespace, and cuts text that is too long without an
 * error.
 */
export function normaliseContent(content: string): string {
  const stripped = content.trimEnd().replace(/^\n+/, '');
  if (stripped === '') throw badRequest('Message must not be empty');
  if (stripped.includes('\0')) throw badRequest('Message must not contain null bytes');
  return truncate(stripped, maxMessageLength, truncationMark);
}

/** Cuts a topic that is too long to 57 code points and `...`. */
export function truncateTopic(topic: string): string {
  return truncate(topic.trim(), maxTopicLength, '...');
}

/** Invisible characters: controls, surrogates, unassigned, and line or paragraph separators. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;

/** The topic to store. The error for an unprintable character gives its 1-based position. */
export function normaliseTopic(topic: string): string {
  const stripped = topic.trim();
  const at = [...stripped].findIndex((point) => unprintable.test(point));
  if (at !== -1) throw badRequest(`Invalid character in topic, at position ${at + 1}`);
  return truncateTopic(stripped);
}
