import { isSendingUnderWay } from './draft-actions.svelte';
import type { DraftView } from './engine/draft-view';

/**
 * Groups of the list: the user has to act, the draft is sent automatically, or it is still being
 * edited.
 */
export const sendStatuses = ['failed', 'waiting', 'draft'] as const;
export type SendStatus = (typeof sendStatuses)[number];

/** What a draft waits for before it is sent automatically; null if it isn't. */
export type WaitReasonLookup = (key: string) => 'files' | 'person' | null;

/**
 * Keys of drafts that should be sent but can't be now. `before` is the previous result: a draft
 * stays in it until it is sent, while drafts that are sent immediately stay in place. So a row
 * moves at most once.
 */
export function stalledKeys(
  list: readonly DraftView[],
  reachable: boolean,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  const isHeldUp = ({ key, sending }: DraftView) =>
    isSendingUnderWay(sending?.state) &&
    (!reachable || sending?.state === 'checking' || before.has(key));
  return new Set(list.filter(isHeldUp).map(({ key }) => key));
}

export function sendStatusOf(
  { key, sending }: DraftView,
  awaited: WaitReasonLookup,
  heldUp: ReadonlySet<string>,
): SendStatus {
  const wait = awaited(key);
  if (wait) return wait === 'person' ? 'failed' : 'waiting';
  if (sending?.state === 'failed' || sending?.state === 'unknown') return 'failed';
  return heldUp.has(key) ? 'waiting' : 'draft';
}
