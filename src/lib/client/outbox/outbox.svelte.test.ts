import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiCaller } from '../calls/call';
import { newId } from '../new-id';
import type { OutboxHandler } from './outbox-handler';
import { Outbox } from './outbox.svelte';
import type { RowFields } from './row-rules';

/** When the user makes the next change: this many microtasks after the server's reply. */
const moments = Array.from({ length: 16 }, (_, at) => at);

/** A server that stores texts, and a tab that is connected to it or not. */
function setup(connection: 'online' | 'offline' = 'online') {
  const rows = new Map<number, string>();
  let next = 10;
  let answered = () => {};
  const text = (fields: RowFields) => String(fields['text']);
  const kind: OutboxHandler = {
    fingerprints: (fields) => ({ text: text(fields) }),
    list: () => Promise.resolve(new Map([...rows].map(([id, one]) => [id, { text: one }]))),
    create: (_call, to) => {
      rows.set(++next, text(to));
      return Promise.resolve(next);
    },
    update: (_call, row, changes) => Promise.resolve(void rows.set(row, text(changes))),
    remove: (_call, row) => Promise.resolve(void rows.delete(row)),
    newest: () => next,
    // The last call before the end of a change is written.
    assume: () => answered(),
  };
  const call = null as unknown as ApiCaller;
  const account = { id: newId(), call, connection: { kind: connection } };
  const kinds = { scheduled: kind, snippet: kind, reminder: kind };
  const tab = () => {
    const opened = new Outbox(account as ConstructorParameters<typeof Outbox>[0], kinds);
    opened.start();
    onTestFinished(() => opened.erase());
    return opened;
  };
  const outbox = tab();

  return {
    outbox,
    /** Another tab, which doesn't send. */
    tab,
    rows,
    row: (id: number) => ({ kind: 'snippet', row: id }) as const,
    texts: () => [...rows.values()],
    /** Waits until nothing is left to do. */
    settled: () => expect.poll(() => outbox.changes).toEqual([]),
    /** Resolves this many microtasks after the server's reply to the next call. */
    afterAnswer: (count: number) =>
      new Promise<void>((resolve) => {
        answered = () => {
          answered = () => {};
          void microtasks(count).then(resolve);
        };
      }),
  };
}

async function microtasks(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await Promise.resolve();
}

describe('a change made while an earlier one is finishing', () => {
  it('deletes a row that was just created', async () => {
    const { outbox, row, afterAnswer, settled, texts } = setup();
    for (const moment of moments) {
      const answer = afterAnswer(moment);
      const made = outbox.make('snippet', { text: 'a' });
      await answer;
      await outbox.request({ ...row(made.row), from: { text: 'a' }, to: null });
      await settled();
      expect({ moment, texts: texts() }).toEqual({ moment, texts: [] });
    }
  });

  it('changes a row that was just created, and creates it once', async () => {
    const { outbox, row, afterAnswer, settled, texts } = setup();
    for (const moment of moments) {
      const answer = afterAnswer(moment);
      const made = outbox.make('snippet', { text: `a${moment}` });
      await answer;
      const to = { text: `b${moment}` };
      await outbox.request({ ...row(made.row), from: { text: `a${moment}` }, to });
      await settled();
    }
    expect(texts()).toEqual(moments.map((moment) => `b${moment}`));
  });

  it('restores a deleted row, once', async () => {
    const { outbox, rows, row, afterAnswer, settled, texts } = setup();
    for (const moment of moments) {
      const id = 100 * (moment + 1);
      rows.clear();
      rows.set(id, 'a');
      const answer = afterAnswer(moment);
      void outbox.request({ ...row(id), from: { text: 'a' }, to: null });
      await answer;
      const pending = outbox.changeOfRow('snippet', id);
      await (pending
        ? outbox.amend(pending, { to: { text: 'a' } })
        : outbox.make('snippet', { text: 'a' }).outcome);
      await settled();
      expect({ moment, texts: texts() }).toEqual({ moment, texts: ['a'] });
    }
  });

  it('deletes in another tab a row that was created there', async () => {
    const { outbox, tab, row, afterAnswer, settled, texts } = setup();
    // The first tab is the one that sends.
    await outbox.make('snippet', { text: 'a' }).outcome;
    const other = tab();
    for (const moment of moments) {
      const answer = afterAnswer(moment);
      const made = other.make('snippet', { text: 'b' });
      await answer;
      await other.request({ ...row(made.row), from: { text: 'b' }, to: null });
      await settled();
      expect({ moment, texts: texts() }).toEqual({ moment, texts: ['a'] });
    }
  });
});

describe('an outbox that was stopped', () => {
  it('resolves no more outcomes', async () => {
    const { outbox, afterAnswer } = setup();
    const reported: string[] = [];
    const answer = afterAnswer(0);
    void outbox.make('snippet', { text: 'a' }).outcome.then(() => reported.push('under way'));
    await answer;
    void outbox.make('snippet', { text: 'b' }).outcome.then(() => reported.push('new'));
    await outbox.stop();
    await microtasks(16);
    expect(reported).toEqual([]);
  });
});

describe('a change that waits for the connection', () => {
  it('is reported as waiting only once it is stored on this device', async () => {
    const { outbox, tab } = setup('offline');
    const { outcome } = outbox.make('snippet', { text: 'a' });
    const [atOnce] = outbox.changes;
    expect(outbox.waits(atOnce!)).toBe(false);
    expect(await outcome).toEqual({ state: 'waits' });
    const [kept] = outbox.changes;
    expect(outbox.waits(kept!)).toBe(true);
    const elsewhere = tab();
    await expect.poll(() => elsewhere.changes).toEqual([kept]);
  });
});
