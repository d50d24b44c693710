import { describe, expect, it } from 'vitest';
import { emptyBody, defaultLimits, type DraftBody } from './draft-body';
import { applyChange } from './draft-change';
import { stepDrafts, type DraftEngineEvent } from './engine';
import { draftsWakeAt } from './plan';
import { linkToServerRow, newDraftRecord, type DraftRecord } from './draft-record';
import { amendState, startDraftState, withStorePatch, type DraftEngineState } from './engine-state';
import { viewStoredDraft } from './draft-view';
import { WorkingSet } from './working-set';

const none = new Map<string, never>();

/** State of a leading tab with only this draft. */
function leading(record: DraftRecord): DraftEngineState {
  const records = new Map([[record.local, record]]);
  const stored = withStorePatch(startDraftState(), { records, graves: none, bin: none }, true);
  return amendState(stored, { leader: true });
}

/** Which of these new texts the leading tab pushes in its first call. */
function firstBatch(texts: readonly string[]): readonly string[] {
  const records = new Map(
    texts.map((content, index) => {
      const local = `d${index}`;
      return [local, newDraftRecord(local, { ...emptyBody, content }, 0)];
    }),
  );
  const stored = withStorePatch(startDraftState(), { records, graves: none, bin: none }, true);
  const [state] = stepDrafts(amendState(stored, { leader: true }), { type: 'tick' }, 60_000);
  const [begin] = state.queue;
  return begin?.type === 'begin' ? begin.locals : [];
}

it('pushes up to fifty short texts in one call', () => {
  expect(firstBatch(['a', 'b'])).toEqual(['d0', 'd1']);
  expect(firstBatch(Array.from({ length: 80 }, () => 'a'))).toHaveLength(50);
});

it('pushes no more text in one call than a form can carry', () => {
  const long = '字'.repeat(10_000);
  const texts = Array.from({ length: 20 }, () => long);
  const form = new URLSearchParams({ drafts: JSON.stringify(firstBatch(texts).map(() => long)) });
  expect(firstBatch(texts).length).toBeGreaterThan(1);
  expect(form.toString().length).toBeLessThan(1024 * 1024);
});

it('writes each change once, even if a read fails during the write', () => {
  const body = { ...emptyBody, content: 'Typed while the disk hangs' };
  const typed = stepDrafts(startDraftState(), { type: 'typed', local: 'd', body }, 0)[0];
  const [saving, effects] = stepDrafts(typed, { type: 'tick' }, 1000);
  expect(effects).toMatchObject([{ type: 'write', change: { type: 'edit' } }]);
  const [failed, none] = stepDrafts(saving, { type: 'readFailed' }, 2000);
  expect([failed.storage, ...none]).toEqual(['broken']);
  // A write that is under way can take any amount of time.
  expect(stepDrafts(failed, { type: 'tick' }, 60_000)[1]).toEqual([]);
  expect(failed.queue).toHaveLength(1);
});

describe('a merged text that another device has overwritten', () => {
  const text = (content: string): DraftBody => ({ ...emptyBody, content });
  const now = 60_000;
  /** Edited at 0 and pushed `times` times since, the last time now. */
  const overwritten = (times: number, content: string): DraftRecord => ({
    ...newDraftRecord('d', text(content), 0),
    ...linkToServerRow(1, { body: text('theirs'), timestamp: 50 }),
    patches: { editedAt: 0, times, at: now },
  });
  const dueAt = (record: DraftRecord) => draftsWakeAt(leading(record), now) ?? 0;

  it('waits longer each time, two minutes at most', () => {
    const waits = [1, 2, 3, 20].map((times) => dueAt(overwritten(times, 'both')) - now);
    expect(waits[0]).toBeGreaterThanOrEqual(1000);
    expect(waits[1]).toBe(2 * waits[0]!);
    expect(waits[2]).toBe(4 * waits[0]!);
    expect(waits[3]).toBeLessThan(120_000);
    const early = stepDrafts(leading(overwritten(1, 'both')), { type: 'tick' }, now + 900);
    expect(early[0].call).toBeNull();
    const late = stepDrafts(leading(overwritten(1, 'both')), { type: 'tick' }, now + 2000);
    expect(late[0].call).toBe('noting');
  });

  it('waits a different time than another text on another device', () => {
    expect(dueAt(overwritten(3, 'mine theirs'))).not.toBe(dueAt(overwritten(3, 'theirs mine')));
  });

  it('waits only the usual pause once the user has edited the text', () => {
    const written = { ...overwritten(5, 'both or more'), editedAt: now - 200 };
    expect(dueAt(written)).toBe(now + 800);
  });
});

it('waits for a pause in typing, unless the push is hurried', () => {
  const state = leading(newDraftRecord('d', { ...emptyBody, content: 'a' }, 1000));
  const later = (of: DraftEngineState) => (draftsWakeAt(of, 1000) ?? 0) - 1000;
  expect(later(state)).toBeGreaterThan(0);
  const [hurried] = stepDrafts(state, { type: 'hurry', local: 'd' }, 1000);
  expect(hurried.queue).toMatchObject([{ type: 'begin', locals: ['d'] }]);
});

describe('a draft at which the server fails', () => {
  const fault = { ok: false, failure: { kind: 'fault' } } as const;
  const bad = 'd1';

  /**
   * Runs the engine against a server that fails at one text. Returns the calls with their times.
   */
  function tryFor(milliseconds: number) {
    const attempts: { at: number; locals: string[] }[] = [];
    const locals = ['d0', bad, 'd2'];
    let records = new Map(
      locals.map((local) => [local, newDraftRecord(local, { ...emptyBody, content: local }, 0)]),
    );
    let state = leading(records.get('d0')!);
    state = withStorePatch(state, { records, graves: none, bin: none }, true);
    const take = (event: DraftEngineEvent, now: number) => {
      const [next, effects] = stepDrafts(state, event, now);
      state = next;
      for (const effect of effects) {
        if (effect.type === 'write') {
          const work = new WorkingSet(
            { records: records.values(), graves: [], bin: [] },
            { now, newId: () => 'x', limits: defaultLimits },
          );
          const jobs = applyChange(work, effect.change);
          records = new Map(work.records);
          take({ type: 'written', patch: work.patch, jobs }, now);
        } else if (effect.type === 'call' && effect.call.kind === 'post') {
          const { call } = effect;
          const [asks, first] = [call.jobs.map(({ local }) => local), 100 + attempts.length * 10];
          attempts.push({ at: now, locals: asks });
          const ids = asks.map((_, at) => first + at);
          take(
            { type: 'answered', call, outcome: asks.includes(bad) ? fault : { ok: true, ids } },
            now,
          );
        } else if (effect.type === 'call') {
          const rows = [...records.values()].flatMap(({ serverId: id, base }) =>
            id === null || !base ? [] : [{ ...base.body, id, timestamp: base.timestamp }],
          );
          take({ type: 'answered', call: effect.call, outcome: { ok: true, rows } }, now);
        }
      }
    };
    for (let now = 60_000; now < 60_000 + milliseconds; now += 500) take({ type: 'tick' }, now);
    return { attempts, state };
  }

  it('does not delay other drafts for long, and is set aside with its reason', () => {
    const { attempts, state } = tryFor(60_000);
    expect(attempts.slice(0, 2).map(({ locals }) => locals)).toEqual([
      ['d0', bad, 'd2'],
      ['d0', bad, 'd2'],
    ]);
    expect(attempts.slice(2).every(({ locals }) => locals.length === 1)).toBe(true);
    const sync = (local: string) => {
      const { sync, reason } = viewStoredDraft(state, state.records.get(local)!, undefined, null);
      return [sync, reason];
    };
    expect(['d0', bad, 'd2'].map(sync)).toEqual([
      ['saved', null],
      ['blocked', 'server_fault'],
      ['saved', null],
    ]);
  });

  it('is retried less and less often, regardless of reads in between', () => {
    const times = tryFor(3_600_000).attempts.filter(({ locals }) => locals.includes(bad));
    const pauses = times.slice(1).map(({ at }, index) => at - times[index]!.at);
    expect(pauses.every((pause, index) => pause >= (pauses[index - 1] ?? 0))).toBe(true);
    expect(pauses.at(-1)).toBe(600_000);
    expect(times.length).toBeLessThan(14);
  });

  it('is retried immediately when the user asks for it', () => {
    const { state } = tryFor(60_000);
    const wait = draftsWakeAt(state, 120_000)! - 120_000;
    const [next] = stepDrafts(state, { type: 'dismiss', local: bad }, 120_000);
    expect(wait).toBeGreaterThan(1000);
    expect(next.queue).toMatchObject([{ type: 'dismiss' }]);
  });
});
