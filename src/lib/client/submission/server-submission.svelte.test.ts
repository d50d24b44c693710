import { flushSync } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { runsOf } from '../../../../tests/support/ui/runs';
import { createChannelFolder } from '../../api/channel-folders';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { callAs } from '../calls/call';
import { ServerSubmission } from './server-submission.svelte';

afterEach(() => void vi.restoreAllMocks());

/** What becomes of a request: it or its reply can be lost. */
type Fate = 'answered' | 'reply lost' | 'reply garbled' | 'request lost';

/** A server with folders of unique names, the connection to it, and the events that it sends. */
function aServer() {
  const onServer = new Set<string>();
  /** Names that the client knows from events. */
  const known = new SvelteSet<string>();
  const events: string[] = [];
  const requests: { name: string; settle: (fate: Fate) => void }[] = [];
  const created: string[] = [];
  const lost: string[] = [];
  let mostAtOnce = 0;

  function add(name: string) {
    onServer.add(name);
    events.push(name);
  }

  vi.spyOn(globalThis, 'fetch').mockImplementation((_path, init) => {
    const name = new URLSearchParams(init?.body as URLSearchParams).get('name') ?? '';
    return new Promise((resolve, reject) => {
      const settle = (fate: Fate) => {
        requests.splice(0, 1);
        if (fate !== 'answered') lost.push(name);
        const isTaken = onServer.has(name);
        if (fate !== 'request lost' && !isTaken) {
          add(name);
          created.push(name);
        }
        if (fate === 'reply garbled') resolve(new Response('<html>', { status: 502 }));
        else if (fate !== 'answered') reject(new TypeError('Failed to fetch'));
        else if (isTaken) {
          const msg = `Channel folder name '${name}' already in use`;
          const error = { result: 'error', code: 'BAD_REQUEST', msg };
          resolve(new Response(JSON.stringify(error), { status: 400 }));
        } else {
          const success = { result: 'success', msg: '', channel_folder_id: created.length };
          resolve(new Response(JSON.stringify(success)));
        }
      };
      requests.push({ name, settle });
      mostAtOnce = Math.max(mostAtOnce, requests.length);
    });
  });

  return {
    onServer,
    known,
    events,
    requests,
    created,
    lost,
    get mostAtOnce() {
      return mostAtOnce;
    },
    /** Someone else creates it. */
    addElsewhere: (name: string) => !onServer.has(name) && add(name),
    deliverEvent: () => {
      const name = events.shift();
      if (name !== undefined) known.add(name);
    },
    settle: (fate: Fate) => requests[0]?.settle(fate),
  };
}

/** A form with one field, as components write it. */
function aForm(server: ReturnType<typeof aServer>) {
  const account = { isStopped: false };
  const toasts = new ToastQueue();
  const told: string[] = [];
  vi.spyOn(toasts, 'show').mockImplementation(({ text }) => {
    told.push(text);
    return () => undefined;
  });
  const submission = new ServerSubmission({ account, toasts });
  onTestFinished(() => submission.leave());
  const call = callAs('a', () => aState());
  const form = {
    submission,
    account,
    told,
    typed: '',
    /** What the last attempt sent. */
    sent: '',
    /** Whether the last attempt that ended was successful. */
    result: false,
    /** Texts that were cleared, each because it was saved. */
    cleared: [] as string[],
    type: (text: string) => void (form.typed = text),
    press() {
      const name = form.typed;
      if (name === '') return;
      // What was typed since waits for another press.
      if (submission.isPending && name !== form.sent) return;
      form.sent = name;
      const result = submission.submit({
        async send() {
          await call(createChannelFolder, { name, description: '' });
          // As `account.assume` does: the event can still be on its way.
          server.known.add(name);
        },
        isDone: () => server.known.has(name),
        content: name,
        fields: ['name', 'description'],
        done: name,
        onDone: () => {
          form.cleared.push(name);
          if (form.typed === name) form.typed = '';
        },
      });
      void result.then((isDone) => (form.result = isDone));
    },
  };
  return form;
}

/** Lets replies and effects do everything that they cause. */
async function settled() {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(undefined);
      };
      port2.postMessage(null);
    });
  }
  flushSync();
}

const name = fc.constantFrom('a', 'b');
const fate = fc.constantFrom<Fate>('answered', 'reply lost', 'reply garbled', 'request lost');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('press' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('type' as const), name }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('settle' as const), fate }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('event' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('elsewhere' as const), name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('leave' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('signOut' as const) }) },
);

it('is done once, told once and loses nothing typed, whatever is lost and in whatever order', async () => {
  const history = fc.array(step, { minLength: 1, maxLength: 14, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      vi.restoreAllMocks();
      const server = aServer();
      const form = aForm(server);
      let isGone = false;
      let lastTyped = '';
      /** The name that the form is waiting for. */
      let wanted: string | undefined;
      /** Names that the user gave up before it was clear whether they were created. */
      const givenUp = new Set<string>();
      const want = (name: string | undefined) => {
        if (wanted !== undefined && wanted !== name) givenUp.add(wanted);
        wanted = name;
      };

      const check = () => {
        expect(server.mostAtOnce, 'one request at a time').toBeLessThanOrEqual(1);
        expect(new Set(form.told).size, 'told once').toBe(form.told.length);
        for (const one of form.told) {
          expect(server.onServer, 'told what is so').toContain(one);
          const isOwn = server.created.includes(one) || server.lost.includes(one);
          expect(isOwn, 'told what it did itself').toBe(true);
        }
        if (form.typed !== lastTyped) {
          expect(form.typed).toBe('');
          expect(form.told, 'cleared only what was saved').toContain(lastTyped);
          lastTyped = '';
        }
        if (form.submission.isPending) expect(form.submission.problem).toBe('');
        else expect(server.requests, 'pending while it runs').toEqual([]);
      };

      for (const one of steps) {
        const toldBefore = form.told.length;
        const typedBefore = form.typed;
        const clearedBefore = form.cleared.length;
        if (one.type === 'type') form.type((lastTyped = one.name));
        else if (one.type === 'press' && !isGone) {
          if (!form.submission.isPending && form.typed !== '') want(form.typed);
          form.press();
          form.press();
        } else if (one.type === 'settle') server.settle(one.fate);
        else if (one.type === 'event') server.deliverEvent();
        else if (one.type === 'elsewhere') server.addElsewhere(one.name);
        else if (one.type === 'close') {
          form.submission.abandon();
          want(undefined);
        } else if (one.type === 'leave' && !form.submission.isPending) {
          form.submission.leave();
          want(undefined);
          isGone = true;
        } else if (one.type === 'signOut') {
          form.account.isStopped = true;
          want(undefined);
          isGone = true;
        }
        await settled();
        check();
        const isToldNow = form.told.length > toldBefore;
        if (one.type === 'settle' && one.fate === 'answered' && isToldNow) {
          expect(form.result, 'the attempt ends as a success').toBe(true);
        }
        if (one.type === 'event' && wanted === undefined) {
          expect(isToldNow, 'a closed form waits for nothing').toBe(false);
        }
        if (form.account.isStopped) {
          expect(form.told.length, 'nothing is told to another account').toBe(toldBefore);
          if (one.type !== 'type') expect(form.typed, 'kept').toBe(typedBefore);
        }
        if (one.type === 'close') expect(form.submission.problem).toBe('');
        if (wanted === undefined) {
          expect(form.cleared.length, 'a closed form stays as it is').toBe(clearedBefore);
        }
      }

      // The connection recovers and the user tries again.
      for (let turn = 0; turn < 4; turn += 1) {
        server.settle('answered');
        await settled();
        while (server.events.length > 0) server.deliverEvent();
        await settled();
        check();
        if (!isGone && wanted !== undefined && form.typed === wanted) form.press();
        await settled();
      }
      server.settle('answered');
      await settled();
      check();
      expect(form.submission.isPending).toBe(false);
      if (wanted !== undefined && !givenUp.has(wanted) && server.created.includes(wanted)) {
        expect(form.told, 'what is done is told').toContain(wanted);
        if (form.typed === '') expect(form.submission.problem).toBe('');
      }
    }),
    { numRuns: runsOf({ daily: 500, all: 1500 }) },
  );
}, 60_000);

it('sends something else after the attempt under way, and each thing once', async () => {
  const server = aServer();
  const { submission, told } = aForm(server);
  const call = callAs('a', () => aState());
  const ask = (name: string) =>
    submission.submit({
      send: () => call(createChannelFolder, { name, description: '' }),
      content: name,
      done: name,
    });
  const asked = ['a', 'b', 'a', 'c', 'b'].map(ask);
  await settled();
  for (let sent = 0; sent < 3; sent += 1) {
    expect(server.requests).toHaveLength(1);
    server.settle('answered');
    await settled();
  }
  expect(await Promise.all(asked)).toEqual([true, true, false, true, false]);
  expect([server.created, told]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
  const [last, dropped] = ['d', 'e'].map(ask);
  submission.abandon();
  await settled();
  server.settle('answered');
  expect(await Promise.all([last, dropped])).toEqual([true, false]);
  expect(server.requests).toEqual([]);
});

describe('an error', () => {
  it('is shown at its field, until the next attempt', async () => {
    const server = aServer();
    server.addElsewhere('a');
    const { submission, press, type } = aForm(server);
    type('a');
    press();
    await settled();
    server.settle('answered');
    await settled();
    expect(submission.field).toBe('name');
    expect(submission.problem).toContain('already in use');
    press();
    expect(submission.problem).toBe('');
  });

  it('found before sending changes nothing while an attempt is pending', async () => {
    const server = aServer();
    const { submission, press, type, told } = aForm(server);
    type('a');
    press();
    await settled();
    submission.refuse('Missing');
    expect([submission.isPending, submission.problem]).toEqual([true, '']);
    type('b');
    press();
    server.settle('answered');
    await settled();
    expect([told, server.mostAtOnce, submission.problem]).toEqual([['a'], 1, '']);
  });
});

describe('after a lost reply', () => {
  it('a closed form waits for nothing', async () => {
    const server = aServer();
    const { submission, press, type, told } = aForm(server);
    type('a');
    press();
    await settled();
    server.settle('reply lost');
    await settled();
    expect(submission.isUncertain).toBe(true);
    submission.abandon();
    server.deliverEvent();
    await settled();
    expect(told).toEqual([]);
  });

  it('a refused retry is a success if the change shows', async () => {
    const server = aServer();
    const form = aForm(server);
    form.type('a');
    form.press();
    await settled();
    server.settle('reply lost');
    await settled();
    form.press();
    server.deliverEvent();
    await settled();
    server.settle('answered');
    await settled();
    expect(form.told).toEqual(['a']);
    expect(form.result).toBe(true);
    expect(form.submission.problem).toBe('');
  });

  it('a refusal of something else is no success, even if that shows later', async () => {
    const server = aServer();
    const form = aForm(server);
    form.type('a');
    form.press();
    await settled();
    server.settle('request lost');
    server.addElsewhere('b');
    form.type('b');
    await settled();
    form.press();
    await settled();
    server.settle('answered');
    server.deliverEvent();
    await settled();
    expect(form.told).toEqual([]);
    expect(form.submission.problem).toContain('already in use');
  });
});
