import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestService } from './service';

/** One commit: for each event, whether the queue's owner receives it. */
const commit = fc.array(fc.boolean(), { minLength: 1, maxLength: 4 });

/** What a client does before its next poll. */
const step = fc.record({
  /** Loses the reply: polls again with the old acknowledgment. */
  loses: fc.boolean(),
  /** Acknowledges only the first event of the reply. */
  partly: fc.boolean(),
  blocks: fc.boolean(),
});

/**
 * Runs a poller that loses replies and acknowledges partially against a writer, which can be
 * another process. It must receive every event once and in order. Clocks stand still, so after a
 * missed wake-up the poll, and thus the test, never ends.
 */
export async function checkQueueDelivery(
  reader: TestService,
  writer: TestService,
  numRuns: number,
): Promise<void> {
  const stranger = await reader.addUser();
  await fc.assert(
    fc.asyncProperty(
      fc.array(commit, { minLength: 1, maxLength: 12 }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (commits, steps) => {
        const registered = await reader.call(reader.owner, 'POST', '/register', {
          event_types: ['note'],
        });
        const { queue_id } = registered.body;
        const expected: string[] = [];
        const write = async () => {
          for (const [i, parts] of commits.entries()) {
            const emissions = parts.map((mine, j) => {
              if (mine) expected.push(`${i}.${j}`);
              return {
                payload: { type: 'note', text: `${i}.${j}` },
                audience: [mine ? reader.owner.user_id : stranger.user_id],
              };
            });
            await writer.emit(...emissions);
          }
        };
        const total = commits.flat().filter(Boolean).length;
        const taken: string[] = [];
        const read = async () => {
          let last_event_id = -1;
          for (let turn = 0; taken.length < total; turn++) {
            const { loses, partly, blocks } = steps[turn % steps.length] ?? {};
            const params = { queue_id, last_event_id, dont_block: !blocks };
            const { body } = await reader.call(reader.owner, 'GET', '/events', params);
            expect(body.result).toBe('success');
            // A client that loses every reply makes no progress, so it loses at most every third.
            if (loses && turn % 3 === 0) continue;
            for (const event of partly ? body.events.slice(0, 1) : body.events) {
              expect(event.id).toBeGreaterThan(last_event_id);
              last_event_id = event.id;
              taken.push((event as unknown as { text: string }).text);
            }
          }
        };
        await Promise.all([write(), read()]);
        expect(taken).toEqual(expected);
        await reader.call(reader.owner, 'DELETE', '/events', { queue_id });
      },
    ),
    { numRuns },
  );
}
