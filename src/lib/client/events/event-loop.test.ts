import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Expired, FakeQueueServer, fates, SignedOut } from '../../../../tests/support/event-queue';
import {
  EventLoop,
  type ConnectionState,
  type EventLoopDelegate,
  type QueueEvent,
} from './event-loop';

function setup(server = new FakeQueueServer()) {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  const seen: string[] = [];
  const batches: string[][] = [];
  const connections: ConnectionState[] = [];
  const offline = { is: false };
  let failNextEvents = false;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const delegate: EventLoopDelegate<string[], QueueEvent> = {
    register: async () => server.register(),
    poll: (position, options) => server.poll(position, options),
    onState: (state) => void seen.splice(0, seen.length, ...state),
    onEvents: (events) => {
      if (failNextEvents) {
        failNextEvents = false;
        throw new Error('a patch failed');
      }
      seen.push(...events.map((event) => event.type));
      batches.push(events.map((event) => event.type));
    },
    onConnection: (connection) => void connections.push(connection),
    judge: (failure) =>
      failure instanceof Expired
        ? { kind: 'expired' }
        : failure instanceof SignedOut
          ? { kind: 'signed-out' }
          : failure instanceof Error && failure.message === 'busy'
            ? { kind: 'retry', after: 9_000 }
            : { kind: 'retry' },
    isOffline: () => offline.is,
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    random: () => 1,
  };
  const loop = new EventLoop(delegate);
  const finished = loop.run();
  return {
    server,
    loop,
    finished,
    seen,
    batches,
    connections,
    offline,
    timers,
    settle,
    breakNextEvents: () => void (failNextEvents = true),
    skipTime: (ms: number) => void (now += ms),
    wakeLater() {
      now += 90_000;
      loop.wake();
    },
    /** Lets all waits pass, one after the other, until the loop waits for the server. */
    async pass() {
      for (await settle(); timers.length > 0; await settle()) {
        const next = timers.reduce((a, b) => (b.at < a.at ? b : a));
        now = Math.max(now, next.at);
        next.run();
      }
    },
  };
}

describe('EventLoop', () => {
  it('registers, then passes on every event once and in order', async () => {
    const server = new FakeQueueServer();
    server.happen('before');
    const { seen, settle, connections } = setup(server);
    await settle();
    server.happen('one');
    await settle();
    server.happen('two');
    server.beat();
    await settle();
    expect(seen).toEqual(['before', 'one', 'two']);
    expect(connections.map(({ kind }) => kind)).toEqual(['connecting', 'online']);
  });

  it('combines events in quick succession, and passes on the next one after a pause immediately', async () => {
    const server = new FakeQueueServer();
    const { settle, pass, skipTime, batches } = setup(server);
    await pass();
    for (const type of ['one', 'two', 'three', 'four']) {
      server.happen(type);
      await settle();
    }
    await pass();
    skipTime(1000);
    server.happen('five');
    await settle();
    expect(batches).toEqual([['one'], ['two'], ['three', 'four'], ['five']]);
  });

  it('is online again after the network was lost between two batches', async () => {
    const { server, loop, settle, pass, connections } = setup();
    await pass();
    for (const type of ['one', 'two']) {
      server.happen(type);
      await settle();
    }
    loop.lostNetwork();
    expect(connections.at(-1)).toEqual({ kind: 'offline' });
    await pass();
    expect(connections.at(-1)).toEqual({ kind: 'online' });
  });

  it('ends with the server’s state whatever happens on the way', async () => {
    const step = fc.oneof(
      fc.constantFrom(...fates).map((fate) => ({ fate })),
      fc.constantFrom('happen', 'beat', 'settle', 'pass', 'wake', 'lost', 'break').map((act) => ({
        act,
      })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const bench = setup();
        let count = 0;
        for (const given of steps) {
          if ('fate' in given) bench.server.fates.push(given.fate);
          else if (given.act === 'happen') bench.server.happen(`e${(count += 1)}`);
          else if (given.act === 'beat') bench.server.beat();
          else if (given.act === 'settle') await bench.settle();
          else if (given.act === 'pass') await bench.pass();
          else if (given.act === 'wake') bench.wakeLater();
          else if (given.act === 'lost') bench.loop.lostNetwork();
          else bench.breakNextEvents();
        }
        bench.server.fates.length = 0;
        for (const last of ['flush', 'end']) {
          await bench.pass();
          bench.server.happen(last);
          await bench.pass();
        }
        expect(bench.seen).toEqual(bench.server.happened);
        expect(bench.connections.at(-1)).toEqual({ kind: 'online' });
        bench.loop.stop();
        await bench.finished;
      }),
      { numRuns: 300 },
    );
  });

  it('waits longer after each failure, up to the maximum, and reports until when', async () => {
    const bench = setup();
    bench.server.fates.push(...Array.from({ length: 10 }, () => 'refused' as const));
    await bench.pass();
    const waits = bench.connections.flatMap((c) => (c.kind === 'reconnecting' ? [c.at] : []));
    const steps = waits.map((at, i) => at - (waits[i - 1] ?? 0));
    expect(steps).toEqual([500, 1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 60e3, 60e3, 60e3]);
    expect(bench.connections.at(-1)).toEqual({ kind: 'online' });
  });

  it('waits at least as long as the server demands', async () => {
    const bench = setup();
    bench.server.fates.push('busy');
    await bench.settle();
    expect(bench.connections.at(-1)).toEqual({ kind: 'reconnecting', at: 9_000 });
  });

  it('tries immediately when woken, and proves the connection before calling it online', async () => {
    const bench = setup();
    await bench.settle();
    bench.offline.is = true;
    bench.loop.lostNetwork();
    await bench.settle();
    expect(bench.connections.at(-1)).toEqual({ kind: 'offline' });
    bench.server.happen('meanwhile');
    bench.offline.is = false;
    bench.loop.wake();
    await bench.settle();
    expect(bench.server.polls.map(({ block }) => block)).toEqual([true, false, true]);
    expect(bench.seen).toEqual(['meanwhile']);
    expect(bench.connections.at(-1)).toEqual({ kind: 'online' });
    expect(bench.timers).toEqual([]);
  });

  it('tries again immediately if it was woken during an attempt that fails', async () => {
    const { server, loop, timers, settle, connections } = setup();
    await settle();
    loop.lostNetwork();
    await settle();
    const poll = server.poll.bind(server);
    server.poll = () => {
      server.poll = poll;
      loop.wake();
      return Promise.reject(new Error('no network yet'));
    };
    timers[0]?.run();
    await settle();
    expect(timers).toEqual([]);
    expect(connections.at(-1)).toEqual({ kind: 'online' });
  });

  it('gives up a poll that died during sleep', async () => {
    const bench = setup();
    await bench.settle();
    bench.skipTime(61_000);
    bench.loop.wake();
    await bench.settle();
    expect(bench.server.polls).toHaveLength(3);
    expect(bench.connections.some(({ kind }) => kind === 'reconnecting')).toBe(false);
  });

  it('starts over with a new state when the queue is gone', async () => {
    const bench = setup();
    await bench.settle();
    bench.server.fates.push('expired');
    bench.server.happen('one');
    await bench.settle();
    expect(bench.server.registered).toBe(2);
    expect(bench.seen).toEqual(['one']);
  });

  it('starts over immediately if the queue is gone after an outage', async () => {
    const { server, loop, timers, settle, seen } = setup();
    await settle();
    loop.lostNetwork();
    server.happen('missed');
    server.fates.push('refused', 'refused', 'refused', 'refused', 'expired');
    for (let attempt = 0; attempt < 5; attempt++) {
      await settle();
      timers[0]?.run();
    }
    await settle();
    expect(timers).toEqual([]);
    expect(server.registered).toBe(2);
    expect(seen).toEqual(['missed']);
  });

  it('waits if the server drops each new queue', async () => {
    const { server, timers, settle } = setup();
    server.fates.push('expired', 'well', 'expired', 'well', 'expired');
    await settle();
    expect(server.registered).toBe(2);
    expect(timers).toHaveLength(1);
    timers[0]?.run();
    await settle();
    expect(server.registered).toBe(3);
    expect(timers).toHaveLength(1);
  });

  it('pauses between polls that return nothing', async () => {
    const server = new FakeQueueServer();
    const bench = setup(server);
    await bench.settle();
    server.poll = () => Promise.resolve([]);
    server.happen('one');
    await bench.settle();
    expect(bench.timers).toHaveLength(1);
  });

  it('stops when the key is no longer valid', async () => {
    const bench = setup();
    bench.server.signedOut = true;
    await bench.finished;
    expect(bench.connections.at(-1)).toEqual({ kind: 'signed-out' });
  });

  it('passes on nothing after stop', async () => {
    const bench = setup();
    await bench.settle();
    bench.loop.stop();
    bench.server.happen('late');
    await bench.finished;
    expect(bench.seen).toEqual([]);
  });
});
