import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, NetworkFailure } from '../../../api/errors';
import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { ApiCaller } from '../../../client/calls/call';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { scheduledKind } from '../messages/outbox-kind';
import {
  inverseSteps,
  runSteps,
  type CompletedStep,
  type RecurrenceStep,
} from './recurrence-steps';

const body: AddressedText = { type: 'stream', to: [5], topic: 'logo', content: 'Stand-up' };
const at = (index: number) => 1_800_000_000 + index * 86_400;
const creates = (count: number): readonly RecurrenceStep[] =>
  Array.from({ length: count }, (_, index) => ({
    id: null,
    from: null,
    to: { body, timestamp: at(index) },
  }));

type Fault = 'none' | 'lost' | 'unreachable' | 'busy' | 'refused';

/** A server that stores scheduled messages. Each write uses the next fault. */
function fakeServer(faults: Fault[]) {
  const rows = new Map<number, ScheduledMessage>();
  let next = 1;
  const requests: string[] = [];
  const call = async (operation: { id: string }, params: Record<string, unknown>) => {
    requests.push(operation.id);
    if (operation.id === 'getScheduledMessages') return { scheduled_messages: [...rows.values()] };
    const fault = faults.shift() ?? 'none';
    if (fault === 'unreachable') throw new NetworkFailure(operation.id, 'unreachable');
    if (fault === 'refused') throw new ApiError(operation.id, 400, 'BAD_REQUEST', 'No.');
    if (fault === 'busy') {
      throw new ApiError(operation.id, 429, 'RATE_LIMIT_HIT', 'Wait.', { 'retry-after': 3 });
    }
    const answer = write(operation.id, params);
    if (fault === 'lost') throw new NetworkFailure(operation.id, 'timeout');
    return answer;
  };
  function write(id: string, params: Record<string, unknown>) {
    if (id === 'createScheduledMessage') {
      const key = next++;
      rows.set(key, {
        scheduled_message_id: key,
        type: 'stream',
        to: params.to as number,
        topic: params.topic as string,
        content: params.content as string,
        rendered_content: '',
        scheduled_delivery_timestamp: params.scheduled_delivery_timestamp as number,
        failed: false,
      });
      return { scheduled_message_id: key };
    }
    const key = params.scheduled_message_id as number;
    const row = rows.get(key);
    if (!row) throw new ApiError(id, 404, 'BAD_REQUEST', 'Gone.');
    if (id === 'deleteScheduledMessage') rows.delete(key);
    else rows.set(key, { ...row, ...params });
    return {};
  }
  const waits: number[] = [];
  const done: CompletedStep[] = [];
  const ports = {
    call: call as unknown as ApiCaller,
    kind: scheduledKind({ user_id: 7, state: null, assume: () => undefined }),
    onDone: (one: CompletedStep) => done.push(one),
    onWait: (seconds: number) => waits.push(seconds),
    pause: () => Promise.resolve(),
  };
  const times = () => [...rows.values()].map((row) => row.scheduled_delivery_timestamp);
  return { rows, ports, waits, done, times, requests, write };
}

const wantedTimes = (count: number) => Array.from({ length: count }, (_, index) => at(index));

describe('runSteps', () => {
  it('creates messages in order, and fetches the list once', async () => {
    const server = fakeServer([]);
    const outcome = await runSteps(creates(26), server.ports);
    expect(outcome.left).toEqual([]);
    expect(server.times()).toEqual(wantedTimes(26));
    expect(server.requests.filter((id) => id === 'getScheduledMessages')).toHaveLength(1);
  });

  it('reuses a message that already existed, and keeps it on undo', async () => {
    const server = fakeServer([]);
    const { topic, content } = body;
    server.write('createScheduledMessage', {
      to: 5,
      topic,
      content: `${content}\n`,
      scheduled_delivery_timestamp: at(1),
    });
    const outcome = await runSteps(creates(3), server.ports);
    expect(server.times().sort()).toEqual(wantedTimes(3));
    await runSteps(inverseSteps(outcome.done, 0), server.ports);
    expect(server.times()).toEqual([at(1)]);
  });

  it('stops at a refusal, reports what is left, and can continue', async () => {
    const server = fakeServer(['none', 'none', 'refused']);
    const outcome = await runSteps(creates(5), server.ports);
    expect(outcome.done).toHaveLength(2);
    expect(outcome.left).toHaveLength(3);
    expect(outcome.why).toBeInstanceOf(ApiError);
    expect((await runSteps(outcome.left, server.ports)).left).toEqual([]);
    expect(server.times()).toEqual(wantedTimes(5));
  });

  it('waits as long as the server asks', async () => {
    const server = fakeServer(['none', 'busy']);
    const outcome = await runSteps(creates(3), server.ports);
    expect(outcome.left).toEqual([]);
    expect(server.waits).toEqual([3, 0]);
    expect(server.times()).toEqual(wantedTimes(3));
  });

  it('never duplicates or loses a message, whichever replies are lost', async () => {
    const fault = fc.constantFrom<Fault>('none', 'none', 'lost', 'unreachable', 'busy', 'refused');
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 40 }), async (faults) => {
        const server = fakeServer([...faults]);
        let left = creates(10);
        for (let tries = 0; left.length > 0 && tries < 60; tries++) {
          left = (await runSteps(left, server.ports)).left;
        }
        expect(server.times()).toEqual(wantedTimes(10));
        expect(new Set(server.done.map(({ id }) => id)).size).toBe(10);
      }),
    );
  });

  it('can be undone completely: times, texts and deletions', async () => {
    const server = fakeServer([]);
    await runSteps(creates(4), server.ports);
    const before = server.times();
    const text = { ...body, content: 'Other' };
    const steps: RecurrenceStep[] = [
      {
        id: 1,
        from: { body, timestamp: at(0) },
        to: { body: text, timestamp: at(9) },
      },
      { id: 2, from: { body, timestamp: at(1) }, to: null },
      { id: null, from: null, to: { body, timestamp: at(8) } },
    ];
    const { done } = await runSteps(steps, server.ports);
    expect(server.times().sort()).toEqual([at(2), at(3), at(8), at(9)]);
    const back = await runSteps(inverseSteps(done, 0), server.ports);
    expect(back.left).toEqual([]);
    expect(server.times().sort()).toEqual(before);
    expect([...server.rows.values()].every(({ content }) => content === body.content)).toBe(true);
  });

  it('skips messages that no longer exist, and does not restore them', async () => {
    const server = fakeServer([]);
    const { done, left } = await runSteps(
      [{ id: 7, from: { body, timestamp: at(0) }, to: null }],
      server.ports,
    );
    expect(left).toEqual([]);
    expect(inverseSteps(done, 0)).toEqual([]);
  });
});
