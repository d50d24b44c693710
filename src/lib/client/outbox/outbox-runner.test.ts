import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text, World, type Fate } from '../../../../tests/support/outbox-world';
import { newRowId, type DesiredChange } from './pending-change';

const wishOf = (row: number, from: string | null, to: string | null): DesiredChange => ({
  kind: 'snippet',
  row,
  from: from === null ? null : { text: from },
  to: to === null ? null : { text: to },
});
const texts = ({ rows }: World) => [...rows.values()].map(text).sort();

describe('the outbox', () => {
  it('makes a row once where two tabs bring it, and neither knows what the other does', async () => {
    const world = new World();
    world.wish(wishOf(-1, null, 'a'));
    const tabs = ['one', 'two'].map((tab) => world.started(tab, true));
    await Promise.all(tabs.map((tab) => tab.round()));
    expect(world.made).toEqual(['a']);
  });

  it('leaves to another tab what that one waits an answer for', async () => {
    const world = new World();
    world.wish(wishOf(-1, null, 'a'));
    world.fates = ['lost request'];
    const [one, two] = ['one', 'two'].map((tab) => world.started(tab, true));
    await one!.round();
    world.now += 5000;
    expect((await two!.round()).ms).toBeGreaterThan(10_000);
    expect(world.made).toEqual([]);
    await one!.round();
    expect(world.made).toEqual(['a']);
  });

  it('sends nothing of what was made, changed and deleted again', async () => {
    const world = new World();
    const row = newRowId();
    world.wish(wishOf(row, null, 'a'));
    world.wish(wishOf(row, null, 'b'));
    world.wish(wishOf(row, null, null));
    await world.settle();
    expect(world.calls).toBe(0);
    expect(world.disk.changes.size).toBe(0);
  });

  it('sends nothing of what was changed back', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', 'b'));
    world.wish(wishOf(1, 'b', 'a'));
    await world.settle();
    expect(world.calls).toBe(0);
  });

  it('sets aside what the server fails at, and brings the rest', async () => {
    const world = new World();
    world.wish(wishOf(-1, null, 'hard'));
    world.wish(wishOf(-2, null, 'a'));
    await world.round();
    expect(texts(world)).toEqual(['a']);
    expect(world.problems).toEqual([null]);
    const [begin, calls] = [world.now, world.calls];
    for (let round = 0; round < 6; round++) await world.round();
    expect(world.problems).toEqual(['refused']);
    // The waits grew: 2, 4 and 8 seconds.
    expect(world.now - begin).toBeGreaterThanOrEqual(12_000);
    expect(world.calls - calls).toBeLessThan(10);
  });

  it('sends nothing before it is ready, and comes again', async () => {
    const world = new World();
    world.wish(wishOf(newRowId(), null, 'a'));
    world.ready = 'later';
    await world.round();
    expect(world.calls).toBe(0);
    world.ready = 'yes';
    await world.settle();
    expect(texts(world)).toEqual(['a']);
  });

  it('asks where what it waits for is refused', async () => {
    const world = new World();
    world.wish(wishOf(newRowId(), null, 'a'));
    world.ready = 'no';
    await world.settle();
    expect(world.calls).toBe(0);
    expect([...world.disk.changes.values()]).toMatchObject([{ problem: 'refused' }]);
  });

  it('takes what it finds for its own where the reply was lost', async () => {
    const world = new World();
    world.wish(wishOf(newRowId(), null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    await world.settle();
    expect(world.made).toEqual(['a']);
    expect(world.disk.changes.size).toBe(0);
  });

  it('takes no older row of the same text for its own', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(newRowId(), null, 'a'));
    world.fates = ['lost request'];
    await world.round();
    await world.settle();
    expect(texts(world)).toEqual(['a', 'a']);
  });

  it('changes and deletes what was made with a lost reply', async () => {
    const world = new World();
    const [one, two] = [newRowId(), newRowId()];
    world.wish(wishOf(one, null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    world.wish(wishOf(one, null, 'A'));
    world.wish(wishOf(two, null, 'b'));
    world.fates = ['fine', 'fine', 'lost reply'];
    await world.round();
    world.wish(wishOf(two, null, null));
    await world.settle();
    expect(texts(world)).toEqual(['A']);
    expect(world.made).toEqual(['a', 'b']);
  });

  it('changes on what it has found to be its own, whoever still knows it as it stood here', async () => {
    const world = new World();
    const row = newRowId();
    world.wish(wishOf(row, null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    world.wish(wishOf(row, null, 'b'));
    world.fates = ['fine', 'lost reply'];
    await world.round();
    world.wish(wishOf(world.became.get(row) ?? row, null, 'c'));
    await world.settle();
    expect(texts(world)).toEqual(['c']);
  });

  it('sends only what was changed, beside what was changed elsewhere', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a', due: 2e9 });
    const from = { text: 'a', due: 2e9 };
    world.wish({ kind: 'scheduled', row: 1, from, to: { ...from, due: 2.1e9 } });
    world.rows.set(1, { text: 'theirs', due: 2e9 });
    world.now += 10;
    await world.settle();
    expect(world.rows.get(1)).toEqual({ text: 'theirs', due: 2.1e9 });
  });

  it('asks where the same was changed elsewhere, and goes on when the person insists', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', 'mine'));
    world.rows.set(1, { text: 'theirs' });
    await world.settle();
    expect(world.problems).toEqual(['changed']);
    expect(texts(world)).toEqual(['theirs']);
    world.wish(wishOf(1, 'theirs', 'mine'));
    await world.settle();
    expect(texts(world)).toEqual(['mine']);
    expect(world.problems).toEqual([]);
  });

  it('does not delete what was changed elsewhere', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', null));
    world.rows.set(1, { text: 'theirs' });
    await world.settle();
    expect(world.problems).toEqual(['changed']);
    expect(texts(world)).toEqual(['theirs']);
  });

  it('says so when the time has passed, and does not send', async () => {
    const world = new World();
    const soon = world.now / 1000 + 60;
    world.wish({ kind: 'scheduled', row: newRowId(), from: null, to: { text: 'a', due: soon } });
    world.now += 120_000;
    await world.settle();
    expect(world.problems).toEqual(['late']);
    expect(world.rows.size).toBe(0);
  });

  it('claims nothing of one that went out without an answer before its time', async () => {
    const world = new World();
    const soon = world.now / 1000 + 60;
    world.wish({ kind: 'scheduled', row: newRowId(), from: null, to: { text: 'a', due: soon } });
    world.fates = ['lost reply'];
    await world.round();
    world.rows.clear();
    world.now += 120_000;
    await world.settle();
    expect(world.problems).toEqual(['perhaps']);
    expect(world.made).toEqual(['a']);
  });

  it('keeps a refusal for the person, and waits where the server asks for it', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', 'refused'));
    await world.settle();
    expect([...world.disk.changes.values()][0]?.refusal?.message).toBe('No.');
    world.wish(wishOf(1, 'refused', 'b'));
    world.fates = ['too many'];
    const before = world.now;
    await world.round();
    expect(world.now - before).toBeGreaterThanOrEqual(3000);
    await world.settle();
    expect(texts(world)).toEqual(['b']);
  });

  it('brings what was wished last, once, whatever becomes of requests and replies', async () => {
    const fate = fc.constantFrom<Fate>(
      'fine',
      'fine',
      'lost request',
      'lost reply',
      'crash',
      'too many',
    );
    const act = fc.record({
      row: fc.integer({ min: 0, max: 4 }),
      remove: fc.boolean(),
      then: fc.constantFrom('wish', 'wish', 'round', 'restart', 'round and wish'),
      fates: fc.array(fate, { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
        const world = new World();
        /** Two rows are there, three are to be made. */
        const rows = [1, 2, newRowId(), newRowId(), newRowId()];
        const seen: (string | null)[] = ['one', 'two', null, null, null];
        world.rows.set(1, { text: 'one' }).set(2, { text: 'two' });
        let words = 0;
        const person = (at: number, remove: boolean) => {
          const was = seen[at] ?? null;
          let row = world.became.get(rows[at] ?? 0) ?? rows[at] ?? 0;
          const pending = [...world.disk.changes.values()].find((one) => one.row === row);
          // What is gone for good is made as another one.
          if (was === null && !pending) row = newRowId();
          rows[at] = row;
          const to = remove ? null : `w${++words}`;
          world.wish(wishOf(row, row < 0 ? null : was, to));
          seen[at] = to;
        };
        for (const { row, remove, then, fates } of acts) {
          world.fates = [...fates];
          if (then === 'wish') person(row, remove);
          else if (then === 'restart') world.restart();
          else {
            if (then === 'round and wish') world.meanwhile = [() => person(row, remove)];
            await world.round();
          }
        }
        await world.settle();
        expect(world.problems).toEqual([]);
        expect(texts(world)).toEqual(seen.filter((one) => one !== null).sort());
        expect(new Set(world.made).size).toBe(world.made.length);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);
});
