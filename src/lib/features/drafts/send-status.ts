import { isSendingUnderWay } from './draft-actions.svelte';
import type { DraftView } from './engine/draft-view';

/** What becomes of a draft: somebody has to see to it, it goes out by itself, or it is written on. */
export const sendStatuses = ['failed', 'waiting', 'draft'] as const;
export type SendStatus = (typeof sendStatuses)[number];

/** What a draft that goes out by itself waits for; null when it does not. */
export type WaitReasonLookup = (key: string) => 'files' | 'person' | null;

/**
 * Keys of those that are to go out and can't at the moment. `before`: those found last. They stay among
 * them until they are out, as what goes out at once stays where it is: a row moves once, if at all.
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
