import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text, World, type Fate } from '../../../../tests/support/outbox-world';
import { newRowId, type DesiredChange } from './pending-change';

const changeOf = (row: number, from: string | null, to: string | null): DesiredChange => ({
  kind: 'snippet',
  row,
  from: from === null ? null : { text: from },
  to: to === null ? null : { text: to },
});
const texts = ({ rows }: World) => [...rows.values()].map(text).sort();

describe('the outbox', () => {
  it('creates a row once when two tabs send it at the same time', async () => {
    const world = new World();
    world.request(changeOf(-1, null, 'a'));
    const tabs = ['one', 'two'].map((tab) => world.started(tab, true));
    await Promise.all(tabs.map((tab) => tab.round()));
    expect(world.made).toEqual(['a']);
  });

  it('leaves a change to the other tab that is waiting for its reply', async () => {
    const world = new World();
    world.request(changeOf(-1, null, 'a'));
    world.fates = ['lost request'];
    const [one, two] = ['one', 'two'].map((tab) => world.started(tab, true));
    await one!.round();
    world.now += 5000;
    expect((await two!.round()).ms).toBeGreaterThan(10_000);
    expect(world.made).toEqual([]);
    await one!.round();
    expect(world.made).toEqual(['a']);
  });

  it('sends nothing for a row that was created, changed and deleted again', async () => {
    const world = new World();
    const row = newRowId();
    world.request(changeOf(row, null, 'a'));
    world.request(changeOf(row, null, 'b'));
    world.request(changeOf(row, null, null));
    await world.settle();
    expect(world.calls).toBe(0);
    expect(world.disk.changes.size).toBe(0);
  });

  it('sends nothing for a change that was undone', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.request(changeOf(1, 'a', 'b'));
    world.request(changeOf(1, 'b', 'a'));
    await world.settle();
    expect(world.calls).toBe(0);
  });

  it('gives up on a change that the server keeps failing at, and sends the others', async () => {
    const world = new World();
    world.request(changeOf(-1, null, 'hard'));
    world.request(changeOf(-2, null, 'a'));
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

  it('sends nothing until the change is ready, and tries again', async () => {
    const world = new World();
    world.request(changeOf(newRowId(), null, 'a'));
    world.ready = 'later';
    await world.round();
    expect(world.calls).toBe(0);
    world.ready = 'yes';
    await world.settle();
    expect(texts(world)).toEqual(['a']);
  });

  it('asks the user when what the change waits for is refused', async () => {
    const world = new World();
    world.request(changeOf(newRowId(), null, 'a'));
    world.ready = 'no';
    await world.settle();
    expect(world.calls).toBe(0);
    expect([...world.disk.changes.values()]).toMatchObject([{ problem: 'refused' }]);
  });

  it('recognizes its own row after a lost reply', async () => {
    const world = new World();
    world.request(changeOf(newRowId(), null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    await world.settle();
    expect(world.made).toEqual(['a']);
    expect(world.disk.changes.size).toBe(0);
  });

  it('doesn’t take an older row with the same text for its own', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.request(changeOf(newRowId(), null, 'a'));
    world.fates = ['lost request'];
    await world.round();
    await world.settle();
    expect(texts(world)).toEqual(['a', 'a']);
  });

  it('doesn’t take a row that another change created for its own', async () => {
    const world = new World();
    world.request(changeOf(-1, null, 'a'));
    world.fates = ['lost request'];
    await world.round();
    // The first is still waiting for its reply.
    world.now -= 1000;
    world.request(changeOf(-2, null, 'a'));
    await world.round();
    expect(world.made).toEqual(['a']);
    await world.settle();
    expect(world.made).toEqual(['a', 'a']);
  });

  it('changes and deletes a row that was created with a lost reply', async () => {
    const world = new World();
    const [one, two] = [newRowId(), newRowId()];
    world.request(changeOf(one, null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    world.request(changeOf(one, null, 'A'));
    world.request(changeOf(two, null, 'b'));
    world.fates = ['fine', 'fine', 'lost reply'];
    await world.round();
    world.request(changeOf(two, null, null));
    await world.settle();
    expect(texts(world)).toEqual(['A']);
    expect(world.made).toEqual(['a', 'b']);
  });

  it('finds its row again when a later change uses the id it got after a lost reply', async () => {
    const world = new World();
    const row = newRowId();
    world.request(changeOf(row, null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    world.request(changeOf(row, null, 'b'));
    world.fates = ['fine', 'lost reply'];
    await world.round();
    world.request(changeOf(world.became.get(row) ?? row, null, 'c'));
    await world.settle();
    expect(texts(world)).toEqual(['c']);
  });

  it('sends only its own fields, and keeps those changed elsewhere', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a', due: 2e9 });
    const from = { text: 'a', due: 2e9 };
    world.request({ kind: 'scheduled', row: 1, from, to: { ...from, due: 2.1e9 } });
    world.rows.set(1, { text: 'theirs', due: 2e9 });
    world.now += 10;
    await world.settle();
    expect(world.rows.get(1)).toEqual({ text: 'theirs', due: 2.1e9 });
  });

  it('asks the user if the same field was changed elsewhere, and sends when the user insists', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.request(changeOf(1, 'a', 'mine'));
    world.rows.set(1, { text: 'theirs' });
    await world.settle();
    expect(world.problems).toEqual(['changed']);
    expect(texts(world)).toEqual(['theirs']);
    world.request(changeOf(1, 'theirs', 'mine'));
    await world.settle();
    expect(texts(world)).toEqual(['mine']);
    expect(world.problems).toEqual([]);
  });

  it('doesn’t delete a row that was changed elsewhere', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.request(changeOf(1, 'a', null));
    world.rows.set(1, { text: 'theirs' });
    await world.settle();
    expect(world.problems).toEqual(['changed']);
    expect(texts(world)).toEqual(['theirs']);
  });

  it('reports that the time has passed, and doesn’t send', async () => {
    const world = new World();
    const soon = world.now / 1000 + 60;
    world.request({ kind: 'scheduled', row: newRowId(), from: null, to: { text: 'a', due: soon } });
    world.now += 120_000;
    await world.settle();
    expect(world.problems).toEqual(['late']);
    expect(world.rows.size).toBe(0);
  });

  it('reports an unknown result if a change got no reply before its time passed', async () => {
    const world = new World();
    const soon = world.now / 1000 + 60;
    world.request({ kind: 'scheduled', row: newRowId(), from: null, to: { text: 'a', due: soon } });
    world.fates = ['lost reply'];
    await world.round();
    world.rows.clear();
    world.now += 120_000;
    await world.settle();
    expect(world.problems).toEqual(['perhaps']);
    expect(world.made).toEqual(['a']);
  });

  it('keeps a refusal for the user, and waits when rate limited', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.request(changeOf(1, 'a', 'refused'));
    await world.settle();
    expect([...world.disk.changes.values()][0]?.refusal?.message).toBe('No.');
    world.request(changeOf(1, 'refused', 'b'));
    world.fates = ['too many'];
    const before = world.now;
    await world.round();
    expect(world.now - before).toBeGreaterThanOrEqual(3000);
    await world.settle();
    expect(texts(world)).toEqual(['b']);
  });

  it('sends the last change once, whatever happens to requests and replies', async () => {
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
      then: fc.constantFrom('change', 'change', 'round', 'restart', 'round and change'),
      fates: fc.array(fate, { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
        const world = new World();
        /** Two rows exist, three are to be created. */
        const rows = [1, 2, newRowId(), newRowId(), newRowId()];
        const seen: (string | null)[] = ['one', 'two', null, null, null];
        world.rows.set(1, { text: 'one' }).set(2, { text: 'two' });
        let words = 0;
        const person = (at: number, remove: boolean) => {
          const was = seen[at] ?? null;
          let row = world.became.get(rows[at] ?? 0) ?? rows[at] ?? 0;
          const pending = [...world.disk.changes.values()].find((one) => one.row === row);
          // Deleted completely, so it gets a new row id.
          if (was === null && !pending) row = newRowId();
          rows[at] = row;
          const to = remove ? null : `w${++words}`;
          world.request(changeOf(row, row < 0 ? null : was, to));
          seen[at] = to;
        };
        for (const { row, remove, then, fates } of acts) {
          world.fates = [...fates];
          if (then === 'change') person(row, remove);
          else if (then === 'restart') world.restart();
          else {
            if (then === 'round and change') world.meanwhile = [() => person(row, remove)];
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
