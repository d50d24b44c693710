import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  maxConcurrentUploads,
  startUploadState,
  stepUploads,
  uploadsWakeAt,
  type UploadEffect,
  type UploadEngineEvent,
  type UploadFailure,
  type UploadEngineState,
} from './engine';
import type { NewUploadJob } from './upload-job';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const drafts = ['one', 'two', 'three'] as const;
const draftOf = (id: string) => drafts[ids.indexOf(id as 'a') % drafts.length] ?? 'one';

function job(id: string): NewUploadJob {
  return {
    id,
    draft: draftOf(id),
    recipient: { type: 'stream', to: [5], topic: id },
    anchor: { offset: 0, text: '' },
    name: `${id}.txt`,
    size: 1000,
    type: 'text/plain',
    lastModified: 1,
  };
}

const id = fc.constantFrom(...ids);
const draft = fc.constantFrom(...drafts);
const failure = fc.oneof(
  fc.constant({ kind: 'connection' } as const),
  fc.constant({ kind: 'signedOut' } as const),
  fc.constant({ kind: 'later', after: 4000 } as const),
  fc.constant({ kind: 'problem', problem: 'quota' } as const),
);

const event: fc.Arbitrary<UploadEngineEvent> = fc.oneof(
  id.map((one) => ({ type: 'added', jobs: [job(one)] }) as const),
  fc.record({
    type: fc.constant('progress' as const),
    id,
    sent: fc.nat(1200),
    acknowledged: fc.boolean(),
  }),
  id.map(
    (one) => ({ type: 'finished', id: one, url: `/user_uploads/${one}`, filename: one }) as const,
  ),
  fc.record({ type: fc.constant('failed' as const), id, failure }),
  fc.record({
    type: fc.constantFrom('placed', 'pause', 'resume', 'cancel', 'fileChosen'),
    id,
  }) as fc.Arbitrary<UploadEngineEvent>,
  fc.record({
    type: fc.constantFrom('hold', 'release'),
    draft,
  }) as fc.Arbitrary<UploadEngineEvent>,
  fc.record({ type: fc.constant('draftGone' as const), draft, isRestorable: fc.boolean() }),
  draft.map((one) => ({ type: 'draftBack', from: one, to: one }) as const),
  fc.record({
    type: fc.constant('connection' as const),
    online: fc.boolean(),
    signedIn: fc.boolean(),
  }),
  fc.constant({ type: 'reached' } as const),
  fc.constant({ type: 'tick' } as const),
);

/** Runs the engine with a clock that jumps ahead, and records which transfers are active. */
class Run {
  state: UploadEngineState = startUploadState();
  now = 0;
  readonly running = new Set<string>();
  readonly placed = new Map<string, string>();
  readonly sent: string[] = [];
  /** Drafts that the user wants to send. */
  readonly held = new Set<string>();

  take(one: UploadEngineEvent): void {
    this.now += 700;
    const before = this.state;
    const [state, effects] = stepUploads(before, one, this.now);
    this.state = state;
    if (one.type === 'finished' || one.type === 'failed') this.running.delete(one.id);
    if (one.type === 'hold') this.held.add(one.draft);
    if (one.type === 'release' || one.type === 'draftGone') this.held.delete(one.draft);
    for (const effect of effects) this.#carryOut(effect);
    this.#check(before);
  }

  #carryOut(effect: UploadEffect): void {
    switch (effect.type) {
      case 'start':
        expect(this.running.has(effect.id)).toBe(false);
        this.running.add(effect.id);
        break;
      case 'stop':
      case 'discard':
        this.running.delete(effect.id);
        break;
      case 'place':
        this.placed.set(effect.job.id, effect.job.draft);
        break;
      case 'send': {
        expect(this.held.delete(effect.draft)).toBe(true);
        const own = this.state.jobs.filter((one) => one.draft === effect.draft);
        expect(own.every((one) => one.state === 'done' && one.placed)).toBe(true);
        this.sent.push(effect.draft);
        break;
      }
      case 'keep':
      case 'keepHeld':
    }
  }

  #check(before: UploadEngineState): void {
    const sending = this.state.jobs.filter((one) => one.state === 'sending');
    expect(sending.length).toBeLessThanOrEqual(maxConcurrentUploads);
    expect(new Set(sending.map((one) => one.id))).toEqual(this.running);
    const { online, signedIn } = this.state;
    if (!online || !signedIn) expect(sending).toEqual([]);
    else if (sending.length < maxConcurrentUploads) {
      expect(this.state.jobs.filter((one) => one.state === 'queued')).toEqual([]);
    }
    for (const one of this.state.jobs) {
      expect(one.draft).toBe(draftOf(one.id));
      expect(one.sent).toBeLessThanOrEqual(one.size);
      const earlier = before.jobs.find((old) => old.id === one.id);
      if (earlier?.state === 'done') expect(one.url).toBe(earlier.url);
    }
    for (const [one, place] of this.placed) expect(place).toBe(draftOf(one));
  }
}

describe('the upload engine', () => {
  it('keeps every file with its draft and at most three transfers at once, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 120 }), (events) => {
        const run = new Run();
        for (const one of events) run.take(one);
      }),
      { numRuns: process.env.INKWELL_ALL === '1' ? 3000 : 1000 },
    );
  });

  it('finishes every file once network, server and user do their part', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const run = new Run();
        for (const one of events) run.take(one);
        const waiting = [...run.state.held];
        run.take({ type: 'connection', online: true, signedIn: true });
        for (let round = 0; round < 60; round++) {
          const at = uploadsWakeAt(run.state);
          if (at !== null) run.now = Math.max(run.now, at);
          run.take({ type: 'tick' });
          for (const one of run.state.jobs) {
            if (one.state === 'sending') {
              run.take({ type: 'finished', id: one.id, url: '/user_uploads/x', filename: 'x' });
            } else if (one.state === 'done' && !one.placed) {
              run.take({ type: 'placed', id: one.id });
            } else if (one.state !== 'done') run.take({ type: 'resume', id: one.id });
          }
        }
        expect(run.state.jobs.every((one) => one.state === 'done' && one.placed)).toBe(true);
        expect(run.state.held.size).toBe(0);
        for (const one of waiting) expect(run.sent).toContain(one);
      }),
      { numRuns: 500 },
    );
  }, 120_000);

  it('sends in the order in which files were added', () => {
    const [state, effects] = stepUploads(
      startUploadState(),
      { type: 'added', jobs: ids.map(job) },
      0,
    );
    expect(effects.flatMap((one) => (one.type === 'start' ? [one.id] : []))).toEqual([
      'a',
      'b',
      'c',
    ]);
    const [, later] = stepUploads(
      state,
      { type: 'finished', id: 'b', url: '/x', filename: 'x' },
      1,
    );
    expect(later.flatMap((one) => (one.type === 'start' ? [one.id] : []))).toEqual(['d']);
  });

  it('waits longer after each failed try, and starts over once the server has received more', () => {
    const run = new Run();
    run.take({ type: 'added', jobs: [job('a')] });
    const pauses: number[] = [];
    const fail = () => {
      run.take({ type: 'failed', id: 'a', failure: { kind: 'connection' } });
      const at = uploadsWakeAt(run.state) ?? 0;
      pauses.push(at - run.now);
      run.now = at;
      run.take({ type: 'tick' });
    };
    for (let round = 0; round < 7; round++) fail();
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    run.take({ type: 'progress', id: 'a', sent: 400, acknowledged: true });
    fail();
    expect(pauses.at(-1)).toBe(1000);
  });

  it('does not start a job again that stopped with its deleted draft', () => {
    const run = new Run();
    run.take({ type: 'added', jobs: [job('b')] });
    run.take({ type: 'draftGone', draft: 'two', isRestorable: true });
    run.take({ type: 'added', jobs: [job('b')] });
    expect(run.state.jobs).toEqual([]);
    run.take({ type: 'draftBack', from: 'two', to: 'two' });
    expect(run.state.jobs).toHaveLength(1);
  });

  it('stops with a deleted draft, and continues under its new key when it is restored', () => {
    const run = new Run();
    run.take({ type: 'added', jobs: ['a', 'd', 'g', 'b'].map(job) });
    run.take({ type: 'finished', id: 'a', url: '/user_uploads/a', filename: 'a' });
    run.take({ type: 'pause', id: 'd' });
    run.take({ type: 'draftGone', draft: 'one', isRestorable: true });
    expect(run.state.jobs.map(({ id }) => id)).toEqual(['b']);
    const [back, effects] = stepUploads(
      run.state,
      { type: 'draftBack', from: 'one', to: 'new' },
      run.now,
    );
    expect(back.jobs.map(({ id, draft, state }) => [id, draft, state])).toEqual([
      ['b', 'two', 'sending'],
      ['a', 'new', 'done'],
      ['d', 'new', 'paused'],
      ['g', 'new', 'sending'],
    ]);
    expect(effects).toContainEqual({ type: 'place', job: back.jobs[1] });
    // If the draft is not restored, the server's part is dropped.
    const late = run.now + 11 * 60_000;
    expect(uploadsWakeAt(run.state)).toBeLessThan(late);
    const [over, dropped] = stepUploads(run.state, { type: 'tick' }, late);
    expect(over.parked).toEqual([]);
    expect(dropped.flatMap((one) => (one.type === 'discard' ? [one.id] : []))).toEqual([
      'a',
      'd',
      'g',
    ]);
  });

  it('waits for a new sign-in once that is known to be needed, and continues after it', () => {
    const run = new Run();
    const line = (online: boolean, signedIn: boolean) =>
      ({ type: 'connection', online, signedIn }) as const;
    run.take({ type: 'added', jobs: [job('a')] });
    run.take(line(false, true));
    expect(run.state.jobs[0]?.state).toBe('waiting');
    run.take(line(true, false));
    expect(run.state.jobs[0]?.state).toBe('signedOut');
    run.take(line(true, true));
    expect(run.state.jobs[0]?.state).toBe('sending');
  });

  it('remembers a try without a reply, but not one with a reply', () => {
    const sendAgain = (...between: UploadEngineEvent[]) => {
      const run = new Run();
      run.take({ type: 'added', jobs: [job('a')] });
      expect(run.state.jobs[0]?.unanswered).toBe(false);
      for (const one of between) run.take(one);
      return run.state.jobs[0];
    };
    const resume = { type: 'resume', id: 'a' } as const;
    const failed = (failure: UploadFailure) => ({ type: 'failed', id: 'a', failure }) as const;
    const lost = { state: 'sending', unanswered: true };
    expect(sendAgain(failed({ kind: 'connection' }), resume)).toMatchObject(lost);
    expect(sendAgain({ type: 'pause', id: 'a' }, resume)).toMatchObject(lost);
    const line = (online: boolean) => ({ type: 'connection', online, signedIn: true }) as const;
    expect(sendAgain(line(false), line(true))).toMatchObject(lost);
    const kept = sendAgain();
    const jobs = kept ? [kept] : [];
    const again = { type: 'restored', jobs, files: new Set(['a']), held: [] } as const;
    expect(stepUploads(startUploadState(), again, 0)[0].jobs[0]).toMatchObject(lost);
    const resumed = sendAgain(failed({ kind: 'problem', problem: 'quota' }), resume);
    expect(resumed).toMatchObject({ state: 'sending', unanswered: false });
  });

  it('asks for the file after a reload if the browser did not store it', () => {
    const [first] = stepUploads(
      startUploadState(),
      { type: 'added', jobs: [job('a'), job('b')] },
      0,
    );
    const [state, effects] = stepUploads(
      startUploadState(),
      { type: 'restored', jobs: first.jobs, files: new Set(['b']), held: ['one'] },
      0,
    );
    expect(state.jobs.map((one) => one.state)).toEqual(['needsFile', 'sending']);
    expect(effects.some((one) => one.type === 'send')).toBe(false);
    const [chosen] = stepUploads(state, { type: 'fileChosen', id: 'a' }, 1);
    expect(chosen.jobs[0]?.state).toBe('sending');
  });
});
