import { wellFormed } from '../../../api/well-formed';

/** Content and recipient of a draft, as in the API. https://zulip.com/api/create-drafts */
export interface DraftBody {
  readonly type: '' | 'stream' | 'private';
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
}

export type DraftRecipient = Omit<DraftBody, 'content'>;

/** The server's limits, counted in code points. `selfId` is omitted from group recipients. */
export interface DraftLimits {
  readonly maxContent: number;
  readonly maxTopic: number;
  readonly selfId: number | null;
}

export const defaultLimits: DraftLimits = { maxContent: 10_000, maxTopic: 60, selfId: null };

export function sameDraftLimits(a: DraftLimits, b: DraftLimits): boolean {
  return a.maxContent === b.maxContent && a.maxTopic === b.maxTopic && a.selfId === b.selfId;
}

export const emptyBody: DraftBody = { type: '', to: [], topic: '', content: '' };

export type DraftProblem = 'too_long' | 'topic_too_long' | 'null_byte';

export function isBlankBody(body: DraftBody): boolean {
  return body.content.trim() === '';
}

/** Why the server would refuse or truncate this text. Such a draft stays on this device. */
export function draftProblemOf(body: DraftBody, limits: DraftLimits): DraftProblem | null {
  if (body.content.includes('\0') || body.topic.includes('\0')) return 'null_byte';
  if (isLongerThan(body.content, limits.maxContent)) return 'too_long';
  if (body.type === 'stream' && isLongerThan(body.topic, limits.maxTopic)) {
    return 'topic_too_long';
  }
  return null;
}

/** Ignores surrounding whitespace. */
function isLongerThan(text: string, codePoints: number): boolean {
  if (text.length <= codePoints) return false;
  let count = 0;
  for (const _point of text.trim()) if (++count > codePoints) return true;
  return false;
}

/**
 * The body as the server stores it: trimmed, well-formed, and without recipient if the recipient is
 * incomplete.
 */
export function normalizeBody(body: DraftBody, limits: DraftLimits): DraftBody {
  const trimmed = wellFormed(body.content).trimEnd();
  const content = trimmed.startsWith('\n') ? trimmed.replace(/^\n+/, '') : trimmed;
  if (body.type === 'stream' && body.to.length === 1) {
    return { type: 'stream', to: body.to, topic: wellFormed(body.topic).trim(), content };
  }
  const to = body.type === 'private' ? people(body.to, limits.selfId) : [];
  return { type: to.length > 0 ? 'private' : '', to, topic: '', content };
}

function people(ids: readonly number[], selfId: number | null): readonly number[] {
  if (ids.length < 2) return ids;
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  return sorted.length > 1 ? sorted.filter((id) => id !== selfId) : sorted;
}

export function sameDraftRecipient(a: DraftRecipient, b: DraftRecipient): boolean {
  return (
    a.type === b.type &&
    a.topic === b.topic &&
    a.to.length === b.to.length &&
    a.to.every((id, index) => id === b.to[index])
  );
}

export function sameDraftBody(a: DraftBody, b: DraftBody): boolean {
  return a === b || (a.content === b.content && sameDraftRecipient(a, b));
}

/** The server's `body`, whose recipients are sorted, with the recipient order of `own`. */
export function withOwnRecipientOrder(
  body: DraftBody,
  own: DraftBody,
  limits: DraftLimits,
): DraftBody {
  return sameDraftRecipient(body, normalizeBody(own, limits)) ? { ...body, to: own.to } : body;
}

/** Whether both are equal after normalization. */
export function isEquivalentBody(a: DraftBody, b: DraftBody, limits: DraftLimits): boolean {
  return sameDraftBody(a, b) || sameDraftBody(normalizeBody(a, limits), normalizeBody(b, limits));
}

/**
 * Fingerprint by which a server row is recognized as a copy of ours: the same normalized body with
 * the same timestamp (seconds). Two different copies collide once in 2^64.
 */
export function fingerprintOf(body: DraftBody, timestamp: number): string {
  return `${timestamp}:${hashOf(body).join('.')}`;
}

/** From 0 to 1, evenly distributed, the same for the same body. */
export function jitterOf(body: DraftBody): number {
  return hashOf(body)[0] / 2 ** 32;
}

function hashOf(body: DraftBody): [number, number] {
  const text = `${body.type}\n${body.to.join()}\n${body.topic}\n${body.content}`;
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}

/** UNIX seconds, as in the API. */
export function toUnixSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}
