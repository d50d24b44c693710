import { sameBody, type Body } from './body';
import { edit } from './local-changes';
import { covers } from './merge';
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
export function recall(work: WorkingSet, { local, texts }: LastWord): void {
  const [first, to] = [texts[0], texts.at(-1)];
  if (!first || !to) return;
  const at = work.env.now;
  const stored = work.records.get(local)?.body;
  if (stored) {
    const from = texts.findLast((text) => sameBody(text, stored)) ?? first;
    return edit(work, { local, from, to, at });
  }
  const ended = [...work.bin.values()].filter((entry) => entry.local === local);
  if (ended.some(({ body }) => covers(body, to))) return;
  edit(work, { local, from: ended[0]?.body ?? first, to, at });
}
