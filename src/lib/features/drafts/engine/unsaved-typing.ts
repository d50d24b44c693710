import { sameDraftBody, type DraftBody } from './draft-body';
import { editDraftRecord } from './local-changes';
import { coversText } from './merge-bodies';
import type { TrashEntry } from './draft-record';
import type { DraftEngineState } from './engine-state';
import type { WorkingSet } from './working-set';

/** Typing in one draft that wasn't stored when its page closed. */
export interface UnsavedTyping {
  readonly local: string;
  /**
   * From the stored text to what the box showed, with each step between: any of them can have been
   * stored.
   */
  readonly texts: readonly DraftBody[];
  readonly at: number;
}

/** Edits of a tab after `flush` that the store possibly can't complete before the page closes. */
export function unsavedTypingOf(state: DraftEngineState): readonly UnsavedTyping[] {
  const words = new Map<string, UnsavedTyping>();
  for (const change of state.queue) {
    if (change.type === 'edit') {
      const { local, from, to, at } = change;
      words.set(local, { local, at, texts: [...(words.get(local)?.texts ?? [from]), to] });
    } else if (change.type === 'remove') {
      for (const local of change.locals) words.delete(local);
    }
  }
  return [...words.values()];
}

/**
 * Writes the typing step by step, starting from the stored text. If the draft was removed with all
 * of this text, it stays removed.
 */
export function recoverTyping(work: WorkingSet, { local, texts }: UnsavedTyping): void {
  const stored = work.records.get(local)?.body;
  const ended = [...work.bin.values()].filter((entry) => entry.local === local);
  const isKept = ({ body }: TrashEntry) => texts.every((text) => coversText(body, text));
  if (!stored && ended.some(isKept)) return;
  const done = stored ? texts.findLastIndex((text) => sameDraftBody(text, stored)) : -1;
  // If it was removed with less text, restores it as it was then.
  let from = (!stored && ended[0]?.body) || texts[Math.max(0, done)];
  for (const to of texts.slice(Math.max(0, done) + 1)) {
    if (from) editDraftRecord(work, { local, from, to, at: work.env.now });
    from = to;
  }
}
