import { expect, it } from 'vitest';
import { emptyBody } from './body';
import { step } from './engine';
import { newRecord } from './record';
import { amend, startState, withPatch } from './state';

const none = new Map<string, never>();

/** Which of these texts, all new, the leading tab brings to the server in its first call. */
function firstBatch(texts: readonly string[]): readonly string[] {
  const records = new Map(
    texts.map((content, index) => {
      const local = `d${index}`;
      return [local, newRecord(local, { ...emptyBody, content }, 0)];
    }),
  );
  const stored = withPatch(startState(), { records, graves: none, bin: none }, true);
  const [state] = step(amend(stored, { leader: true }), { type: 'tick' }, 60_000);
  const [begin] = state.queue;
  return begin?.type === 'begin' ? begin.locals : [];
}

it('brings many short texts at once, fifty at most', () => {
  expect(firstBatch(['a', 'b'])).toEqual(['d0', 'd1']);
  expect(firstBatch(Array.from({ length: 80 }, () => 'a'))).toHaveLength(50);
});

it('brings no more text at once than one form carries', () => {
  const long = '字'.repeat(10_000);
  const texts = Array.from({ length: 20 }, () => long);
  const form = new URLSearchParams({ drafts: JSON.stringify(firstBatch(texts).map(() => long)) });
  expect(firstBatch(texts).length).toBeGreaterThan(1);
  expect(form.toString().length).toBeLessThan(1024 * 1024);
});
