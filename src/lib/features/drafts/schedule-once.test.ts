import { describe, expect, it } from 'vitest';
import type { Operation } from '../../api/define';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { ScheduledMessage } from '../../api/scheduled-messages';
import { usualLimits, type Body } from './engine/body';
import { isReadBySender, scheduleOnce, ScheduledPerhaps } from './schedule-once';
import type { ApiCall } from './transport';

const body: Body = { type: 'stream', to: [5], topic: 'Logo', content: 'The blue one' };
const wanted = { body, timestamp: 2_000_000_000 };

/** A server that keeps scheduled messages; `fault` says what becomes of a call. */
function aServer(fault: (operation: string) => 'lost-request' | 'lost-reply' | null = () => null) {
  const rows: ScheduledMessage[] = [];
  let made = 0;
  const answer = (id: string, params: Record<string, unknown>) => {
    if (id === 'getScheduledMessages') return { scheduled_messages: [...rows] };
    if (id === 'deleteScheduledMessage') {
      const at = rows.findIndex((row) => row.scheduled_message_id === params.scheduled_message_id);
      rows.splice(at, 1);
      return {};
    }
    const { type, to, topic, content, scheduled_delivery_timestamp } = params as never as {
      type: string;
      to: number | number[];
      topic?: string;
      content: string;
      scheduled_delivery_timestamp: number;
    };
    if (content === 'refused') throw new ApiError(id, 400, 'BAD_REQUEST', 'Not like this.');
    rows.push({
      scheduled_message_id: ++made,
      type: type === 'direct' ? 'private' : 'stream',
      // The server trims, sorts and names topics as it likes.
      to: typeof to === 'number' ? to : to.toSorted((a, b) => b - a),
      ...(topic !== undefined && { topic: topic.trim() }),
      content: content.trimEnd(),
      rendered_content: '',
      scheduled_delivery_timestamp,
      failed: false,
    });
    return { scheduled_message_id: made };
  };
  const call = (operation: Operation, params: Record<string, unknown>) => {
    const what = fault(operation.id);
    const lost = () => Promise.reject(new NetworkFailure(operation.id, 'unreachable'));
    if (what === 'lost-request') return lost();
    try {
      const result = answer(operation.id, params);
      return what === 'lost-reply' ? lost() : Promise.resolve(result);
    } catch (failure) {
      return Promise.reject(failure as Error);
    }
  };
  return { rows, call: call as unknown as ApiCall };
}

/** The first so many calls of an operation fail. */
function failing(operation: string, times: number, how: 'lost-request' | 'lost-reply') {
  let left = times;
  return (id: string) => (id === operation && left-- > 0 ? how : null);
}

const schedule = (call: ApiCall, what = wanted, doubt?: typeof wanted) =>
  scheduleOnce({ call, user_id: 7 }, what, usualLimits, doubt);

describe('scheduleOnce', () => {
  it('takes the message of a lost reply for scheduled', async () => {
    const server = aServer(failing('createScheduledMessage', 1, 'lost-reply'));
    const spaced = { ...wanted, body: { ...body, topic: ' logo ', content: 'The blue one \n' } };
    expect(await schedule(server.call, spaced)).toBe(1);
    expect(server.rows).toHaveLength(1);
  });

  it('says that nothing was scheduled when the request was lost', async () => {
    const server = aServer(failing('createScheduledMessage', 1, 'lost-request'));
    await expect(schedule(server.call)).rejects.toBeInstanceOf(NetworkFailure);
    expect(await schedule(server.call)).toBe(1);
  });

  it('passes a refusal on', async () => {
    const server = aServer();
    const refused = { ...wanted, body: { ...body, content: 'refused' } };
    await expect(schedule(server.call, refused)).rejects.toThrow('Not like this.');
  });

  it('leaves a doubt when the list can not be asked, and settles it the next time', async () => {
    let isDown = true;
    const server = aServer((id) =>
      !isDown ? null : id === 'createScheduledMessage' ? 'lost-reply' : 'lost-request',
    );
    const doubt = await schedule(server.call).catch((failure: unknown) => failure);
    expect(doubt).toBeInstanceOf(ScheduledPerhaps);
    isDown = false;
    expect(await schedule(server.call, wanted, wanted)).toBe(1);
    expect(server.rows).toHaveLength(1);
  });

  it('puts another text or time in the place of the doubtful one', async () => {
    const server = aServer();
    await schedule(server.call);
    const later = { ...wanted, timestamp: wanted.timestamp + 60 };
    expect(await schedule(server.call, later, wanted)).toBe(2);
    expect(server.rows.map((row) => row.scheduled_delivery_timestamp)).toEqual([later.timestamp]);
  });

  it('schedules nothing while a doubt can not be settled', async () => {
    const server = aServer((id) => (id === 'getScheduledMessages' ? 'lost-request' : null));
    await expect(schedule(server.call, wanted, wanted)).rejects.toBeInstanceOf(ScheduledPerhaps);
    expect(server.rows).toHaveLength(0);
  });

  it('knows a group again in another order', async () => {
    const server = aServer(failing('createScheduledMessage', 1, 'lost-reply'));
    const group = { ...wanted, body: { ...body, type: 'private' as const, to: [8, 9], topic: '' } };
    expect(await schedule(server.call, group)).toBe(1);
  });
});

describe('isReadBySender', () => {
  const to = (...ids: number[]): Body => ({ type: 'private', to: ids, topic: '', content: 'x' });

  it('is for channels and other people, and not for a note to oneself', () => {
    expect(isReadBySender(body, 7)).toBe(true);
    expect(isReadBySender(to(8), 7)).toBe(true);
    expect(isReadBySender(to(7, 8), 7)).toBe(true);
    expect(isReadBySender(to(7), 7)).toBe(false);
  });
});
