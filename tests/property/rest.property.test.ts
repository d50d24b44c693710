import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBody, type DraftBody } from '../../src/lib/features/drafts/engine/draft-body';
import { engine } from './sim/subject';
import { World } from './sim/world';

/** A device writes a word into the only draft, while requests and events continue or pause. */
const edit = fc.record({
  device: fc.nat(2),
  at: fc.nat(6),
  replaces: fc.boolean(),
  to: fc.constantFrom(null, 1, 2),
  rounds: fc.nat(2),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited(body: DraftBody, { at, replaces, to }: Edit, word: string): DraftBody {
  const words = body.content.split(/\s+/);
  words.splice(at, replaces && words.length > 1 ? 1 : 0, word);
  const recipient = to === null ? body : ({ ...body, type: 'private', to: [to] } as const);
  return { ...recipient, content: words.join(' ') };
}

/** Number of calls that write a row until all devices are idle; null if they never are. */
function writesUntilRest(edits: readonly Edit[]): number | null {
  let writes = 0;
  const world = new World(engine, 1, (_world, what) => {
    const { call } = what as { call?: { kind: string } };
    if (call?.kind === 'patch' || call?.kind === 'post') writes++;
  });
  const body = { ...emptyBody, content: 'w1. w2. w3.' };
  world.server.post([{ body, timestamp: Math.floor(world.time / 1000) - 1 }]);
  for (let round = 0; round < 12; round++) world.drain();
  for (const [index, each] of edits.entries()) {
    const tab = world.devices[each.device]?.leader;
    const [record] = tab?.state.records.values() ?? [];
    if (!tab || !record) continue;
    world.type(tab, record.local, edited(record.body, each, `n${index}.`));
    tab.dispatch({ type: 'blur', local: record.local });
    tab.finish();
    world.time += 1500;
    for (const due of world.tabs) {
      due.dispatch({ type: 'tick' });
      due.finish();
    }
    for (let round = 0; round < each.rounds; round++) world.drain();
  }
  return world.settle() ? writes : null;
}

const word = (device: number, at: number): Edit => ({
  device,
  at,
  replaces: false,
  to: null,
  rounds: 0,
});

it('becomes idle after a few calls per edit when devices write the same draft simultaneously', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 2, maxLength: 8 }), (edits) => {
      const writes = writesUntilRest(edits);
      expect(writes).not.toBeNull();
      expect(writes).toBeLessThanOrEqual(8 * edits.length);
    }),
    // Two devices that repair each other's overwriting immediately never stop; without a pause
    // there is no end.
    { numRuns: 2000, examples: [[[word(1, 1), word(2, 0), word(2, 0), word(1, 3), word(0, 3)]]] },
  );
}, 60_000);
