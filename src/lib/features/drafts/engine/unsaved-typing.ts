import { sameDraftBody, type DraftBody } from './draft-body';
import { editDraftRecord } from './local-changes';
import { coversText } from './merge-bodies';
import type { TrashEntry } from './draft-record';
import type { DraftEngineState } from './engine-state';
import type { WorkingSet } from './working-set';

/** What was typed in one draft and was not in the store when its page went away. */
export interface UnsavedTyping {
  readonly local: string;
  /** From what the store had to what the box showed, by the changes between: any may have been stored. */
  readonly texts: readonly DraftBody[];
  readonly at: number;
}

/** Of a tab that has just been told to `flush`: its edits that the store may not live to take. */
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
 * Writes them after all, step by step from where the store had come. A draft that ended with all of
 * that stays ended.
 */
export function recoverTyping(work: WorkingSet, { local, texts }: UnsavedTyping): void {
  const stored = work.records.get(local)?.body;
  const ended = [...work.bin.values()].filter((entry) => entry.local === local);
  const isKept = ({ body }: TrashEntry) => texts.every((text) => coversText(body, text));
  if (!stored && ended.some(isKept)) return;
  const done = stored ? texts.findLastIndex((text) => sameDraftBody(text, stored)) : -1;
  // Where it ended with less, it comes back as what it was then.
  let from = (!stored && ended[0]?.body) || texts[Math.max(0, done)];
  for (const to of texts.slice(Math.max(0, done) + 1)) {
    if (from) editDraftRecord(work, { local, from, to, at: work.env.now });
    from = to;
  }
}
