import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBody, type DraftBody } from './draft-body';
import { createDraftListView } from './list-view';
import { stepDrafts } from './engine';
import { newDraftRecord, type DraftRecord, type DraftSending } from './draft-record';
import { amendState, startDraftState, withStorePatch, type DraftEngineState } from './engine-state';
import { createUnsyncedCount } from './unsynced';

const keys = fc.integer({ min: 0, max: 199 }).map((index) => `d${index}`);
const bodies: fc.Arbitrary<DraftBody> = fc
  .constantFrom('', ' ', 'a', 'b', 'c')
  .map((content) => ({ ...emptyBody, content }));

const failed = (body: DraftBody): DraftSending => ({
  state: 'failed',
  attempt: 'a',
  body,
  at: 1,
  reason: null,
  tries: 1,
  after: 0,
});

const records: fc.Arbitrary<DraftRecord> = fc
  .record({
    local: keys,
    body: bodies,
    editedAt: fc.nat(20),
    base: fc.option(bodies.map((body) => ({ body, timestamp: 1 }))),
    // Rarely, or hardly any change would lack a conflict.
    other: fc.option(keys, { freq: 30 }),
    isFailed: fc.boolean(),
  })
  .map(({ local, body, editedAt, base, other, isFailed }) => ({
    ...newDraftRecord(local, body, editedAt),
    sending: isFailed ? failed(body) : null,
    base,
    conflict: other === null ? null : { other, base: emptyBody },
  }));

const nothing = { graves: new Map<string, null>(), bin: new Map<string, null>() };

type Step = (state: DraftEngineState) => DraftEngineState;
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(records, { minLength: 1, maxLength: 4 }).map(
      (changed) => (state: DraftEngineState) =>
        withStorePatch(state, {
          ...nothing,
          records: new Map(changed.map((record) => [record.local, record])),
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: keys.map(
      (key) => (state: DraftEngineState) =>
        withStorePatch(state, { ...nothing, records: new Map([[key, null]]) }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(keys, bodies, fc.boolean())
      .map(([key, body, open]) => (state: DraftEngineState) => {
        const editors = new Map(state.editors);
        if (!open) editors.delete([...editors.keys()][0] ?? key);
        else
          editors.set(key, {
            shown: body,
            base: body,
            dirtySince: null,
            focused: true,
            open: true,
          });
        return amendState(state, { editors });
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(keys, { maxLength: 3 })
      .map(
        (locals) => (state: DraftEngineState) =>
          amendState(state, { queue: [{ type: 'remove', locals, reason: 'deleted' }] }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('ok', 'full', 'broken')
      .map((storage) => (state: DraftEngineState) => amendState(state, { storage })),
  },
  {
    weight: 1,
    arbitrary: fc
      .boolean()
      .map((online) => (state: DraftEngineState) => amendState(state, { online })),
  },
);

it('shows and counts the same after incremental changes as when built from scratch', () => {
  fc.assert(
    fc.property(
      fc.array(records, { maxLength: 300 }),
      fc.array(fc.tuple(steps, fc.boolean()), { maxLength: 60 }),
      (stored, changes) => {
        const [listOf, unsyncedOf] = [createDraftListView(), createUnsyncedCount()];
        const first = new Map(stored.map((record) => [record.local, record]));
        let state = withStorePatch(startDraftState(), { ...nothing, records: first }, true);
        for (const [change, looks] of changes) {
          state = change(state);
          if (!looks) continue;
          const [list, fresh] = [listOf(state), createDraftListView()(state)];
          const { rows } = list;
          expect(rows).toEqual(fresh.rows);
          expect(list.order).toEqual(rows.map(({ key }) => key));
          expect(list.outgoing).toEqual(rows.filter(({ sending }) => sending));
          expect(rows.map(({ key }) => list.get(key))).toEqual(rows);
          for (const key of [...state.records.keys(), ...state.editors.keys()]) {
            expect(list.isListed(key)).toBe(list.order.includes(key));
          }
          expect(unsyncedOf(state)).toBe(createUnsyncedCount()(state));
        }
      },
    ),
  );
});

it('hides a deleted draft before that is stored, and shows it again if that fails', () => {
  const put = (key: string, at: number) => newDraftRecord(key, { ...emptyBody, content: 'a' }, at);
  const stored = [put('new', 3), { ...put('bad', 2), sending: failed(emptyBody) }, put('old', 1)];
  const all = new Map(stored.map((record) => [record.local, record]));
  const listOf = createDraftListView();
  const orderOf = (state: DraftEngineState) => listOf(state).order;
  let state = withStorePatch(startDraftState(), { ...nothing, records: all }, true);
  expect(orderOf(state)).toEqual(['new', 'bad', 'old']);
  state = stepDrafts(state, { type: 'remove', locals: ['bad'] }, 9)[0];
  const without = orderOf(state);
  expect(without).toEqual(['new', 'old']);
  expect(listOf(state).outgoing).toEqual([]);

  const refused = stepDrafts(state, { type: 'writeFailed', full: true }, 9)[0];
  expect(createDraftListView()(refused).order).toEqual(['new', 'bad', 'old']);

  const patch = { ...nothing, records: new Map([['bad', null]]) };
  state = stepDrafts(state, { type: 'written', patch, jobs: [] }, 9)[0];
  expect(orderOf(state)).toBe(without);
});

it('keeps every row object that a change does not affect', () => {
  const stored = Array.from({ length: 500 }, (_, index) =>
    newDraftRecord(`d${index}`, { ...emptyBody, content: 'a' }, index),
  );
  const listOf = createDraftListView();
  let state = withStorePatch(
    startDraftState(),
    { ...nothing, records: new Map(stored.map((record) => [record.local, record])) },
    true,
  );
  const before = listOf(state).rows;
  const body = { ...emptyBody, content: 'b' };
  const records = new Map([
    ['d7', null],
    ['d9', newDraftRecord('d9', body, 1000)],
  ]);
  state = withStorePatch(state, { ...nothing, records });
  const after = listOf(state).rows;
  expect(after[0]).toMatchObject({ key: 'd9', body });
  const untouched = before.filter(({ key }) => key !== 'd7' && key !== 'd9');
  expect(after.slice(1).every((view, index) => view === untouched[index])).toBe(true);
  expect(after).toHaveLength(499);
});

it('keeps the order and the outgoing rows while only the content of others changes', () => {
  const of = (key: string, content: string, editedAt: number) =>
    newDraftRecord(key, { ...emptyBody, content }, editedAt);
  const put = (state: DraftEngineState, ...changed: readonly DraftRecord[]) =>
    withStorePatch(state, {
      ...nothing,
      records: new Map(changed.map((record) => [record.local, record])),
    });
  const edited = (state: DraftEngineState, key: string, content: string) => {
    const shown = { ...emptyBody, content };
    const editor = { shown, base: emptyBody, dirtySince: 1, focused: true, open: true };
    return amendState(state, { editors: new Map([[key, editor]]) });
  };
  const listOf = createDraftListView();
  const bad = { ...of('bad', 'b', 1), sending: failed({ ...emptyBody, content: 'b' }) };
  let state = put(startDraftState(), of('new', 'a', 3), of('old', 'a', 2), bad);
  const { order, outgoing } = listOf(state);
  expect(order).toEqual(['new', 'old', 'bad']);

  for (const [key, text] of [
    ['old', 'a key'],
    ['old', 'another key'],
    ['new', 'and here'],
  ] as const) {
    state = edited(state, key, text);
    const list = listOf(state);
    expect(list.order).toBe(order);
    expect(list.outgoing).toBe(outgoing);
    expect(list.get(key)?.body.content).toBe(text);
  }
  // Stored under the newest draft's new time, it stays where it is.
  state = put(state, of('new', 'and here', 4));
  expect(listOf(state).order).toBe(order);

  // A new draft is listed with its first letter; the next letters change nothing.
  state = edited(state, 'fresh', 'x');
  const withFresh = listOf(state).order;
  expect(withFresh).toEqual(['fresh', 'new', 'old', 'bad']);
  state = edited(state, 'fresh', 'xy');
  expect(listOf(state).order).toBe(withFresh);
});
