import { sameBody, type Body } from './body';
import { edit } from './local-changes';
import type { State } from './state';
import type { WorkingSet } from './working-set';

/** What was typed in one draft and was not in the store when its page went away. */
export interface LastWord {
  readonly local: string;
  /** From what the store had to what the box showed, by the changes between: any may have been stored. */
  readonly texts: readonly Body[];
  readonly at: number;
}

/** Of a tab that has just been told to `flush`: its edits that the store may not live to take. */
export function lastWordsOf(state: State): readonly LastWord[] {
  const words = new Map<string, LastWord>();
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

/** Writes them after all, where that has not been done. A draft that ended with that text stays ended. */
export function recall(work: WorkingSet, { local, texts, at }: LastWord): void {
  const to = texts.at(-1);
  if (!to) return;
  const stored = work.records.get(local)?.body;
  const isEnded = [...work.bin.values()].some(
    (entry) => entry.local === local && sameBody(entry.body, to),
  );
  if (!stored && isEnded) return;
  const from = texts.findLast((text) => stored && sameBody(text, stored)) ?? texts[0] ?? to;
  edit(work, { local, from, to, at });
}
