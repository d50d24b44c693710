import { badRequest } from '../failure';

/** Constants of the server, told to clients in the register state. */
export const maxMessageLength = 10_000;
export const maxTopicLength = 60;

const truncationMark = '\n[message truncated]';

/** Cuts after `max` code points, mark included. */
export function truncate(text: string, max: number, mark: string): string {
  if (text.length <= max) return text;
  const points = [...text];
  if (points.length <= max) return text;
  return points.slice(0, max - [...mark].length).join('') + mark;
}

/** Leading newlines and trailing white space go; what is too long is cut without an error. */
export function normaliseContent(content: string): string {
  const stripped = content.trimEnd().replace(/^\n+/, '');
  if (stripped === '') throw badRequest('Message must not be empty');
  if (stripped.includes('\0')) throw badRequest('Message must not contain null bytes');
  return truncate(stripped, maxMessageLength, truncationMark);
}

/** Cut to 57 code points and `...` where it is too long. */
export function truncateTopic(topic: string): string {
  return truncate(topic.trim(), maxTopicLength, '...');
}

/** Controls, surrogates, unassigned and line or paragraph separators cannot be seen. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;

/** A topic as stored; the 1-based place of what cannot be printed is named in the error. */
export function normaliseTopic(topic: string): string {
  const stripped = topic.trim();
  const at = [...stripped].findIndex((point) => unprintable.test(point));
  if (at !== -1) throw badRequest(`Invalid character in topic, at position ${at + 1}`);
  return truncateTopic(stripped);
}
