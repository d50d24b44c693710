import { describe, expect, it } from 'vitest';
import { emptyBody, defaultLimits, type DraftBody } from './draft-body';
import { applyChange, type DraftChange } from './draft-change';
import { stepDrafts, type DraftEngineEvent } from './engine';
import { unsavedTypingOf } from './unsaved-typing';
import { startDraftState } from './engine-state';
import { WorkingSet } from './working-set';

const text = (content: string): DraftBody => ({ ...emptyBody, content });
const typed = (from: string, to: string): DraftChange => ({
  type: 'edit',
  local: 'one',
  from: text(from),
  to: text(to),
  at: 1,
});

function store(...changes: readonly DraftChange[]) {
  let ids = 0;
  const env = { now: 2, newId: () => `${++ids}`, limits: defaultLimits };
  const work = new WorkingSet({ records: [], graves: [], bin: [] }, env);
  for (const change of changes) applyChange(work, change);
  return () => [...work.records.values()].map(({ body }) => body.content);
}

const recalled: DraftChange = {
  type: 'recall',
  word: { local: 'one', texts: [text('To'), text('To be'), text('To be or not')], at: 1 },
};

describe('typing that was unsaved when its page closed', () => {
  it('is listed per draft, with every step that can have been stored', () => {
    const events: DraftEngineEvent[] = [
      { type: 'typed', local: 'one', body: text('To') },
      { type: 'flush' },
      { type: 'typed', local: 'one', body: text('To be') },
      { type: 'typed', local: 'two', body: text('Gone') },
      { type: 'flush' },
      { type: 'remove', locals: ['two'] },
    ];
    const state = events.reduce(
      (before, event) => stepDrafts(before, event, 5)[0],
      startDraftState(),
    );
    const texts = [emptyBody, text('To'), text('To be')];
    expect(unsavedTypingOf(state)).toEqual([{ local: 'one', at: 5, texts }]);
  });

  it.each([
    ['nothing of it', [typed('', 'To')]],
    ['some of it', [typed('', 'To'), typed('To', 'To be')]],
    ['all of it', [typed('', 'To'), typed('To', 'To be or not')]],
    ['not even the draft', []],
  ])('is recovered once when the store had %s', (_how, changes) => {
    expect(store(...changes, recalled)()).toEqual(['To be or not']);
    expect(store(...changes, recalled, recalled)()).toEqual(['To be or not']);
  });

  it('is merged with later changes from another tab', () => {
    const contents = store(typed('', 'To'), typed('To', 'Well, To'), recalled);
    expect(contents()).toEqual(['Well, To be or not']);
  });

  it.each(['sent', 'deleted'] as const)('stays removed if the draft was %s', (reason) => {
    const whole = typed('', 'To be or not');
    const contents = store(whole, { type: 'remove', locals: ['one'], reason }, recalled);
    expect(contents()).toEqual([]);
  });
});
