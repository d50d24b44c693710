import { isUnderWay } from './desk.svelte';
import type { DraftView } from './engine/view';

/** What becomes of a draft: somebody has to see to it, it goes out by itself, or it is written on. */
export const standings = ['failed', 'waiting', 'draft'] as const;
export type Standing = (typeof standings)[number];

/** What a draft that goes out by itself waits for; null when it does not. */
export type Awaited = (key: string) => 'files' | 'person' | null;

/**
 * Keys of those that are to go out and can't at the moment. `before`: those found last. They stay among
 * them until they are out, as what goes out at once stays where it is: a row moves once, if at all.
 */
export function heldUpAmong(
  list: readonly DraftView[],
  reachable: boolean,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  const isHeldUp = ({ key, sending }: DraftView) =>
    isUnderWay(sending?.state) && (!reachable || sending?.state === 'checking' || before.has(key));
  return new Set(list.filter(isHeldUp).map(({ key }) => key));
}

export function standingOf(
  { key, sending }: DraftView,
  awaited: Awaited,
  heldUp: ReadonlySet<string>,
): Standing {
  const wait = awaited(key);
  if (wait) return wait === 'person' ? 'failed' : 'waiting';
  if (sending?.state === 'failed' || sending?.state === 'unknown') return 'failed';
  return heldUp.has(key) ? 'waiting' : 'draft';
}
