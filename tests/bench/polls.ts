import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Inkwell } from '../support/inkwell';
import { addAccounts, addQueues } from './accounts';
import type { Account } from './accounts';
import { atLeast, atMost, quantile, reported } from './figures';
import type { Figure } from './figures';
import { keyed, send } from './load';
import type { Answer } from './load';
import { residentKilobytes } from './resident';

const goal = 15_000;
const accountCount = 380;
/** Slightly more than the goal, because now and then a client is between two requests. */
const queuesEach = 40;
/** Share of all polls after which the server is warm and has allocated what it needs only once. */
const warm = 0.3;
/** New connections at a time, limited by the kernel's queue. */
const step = 250;

interface Registered {
  readonly subscriptions: readonly { readonly stream_id: number }[];
}

interface Events {
  readonly events: readonly { readonly id: number; readonly type: string }[];
}

/**
 * Concurrent long polls, the cost of each to the process, and the time to answer all of them,
 * compared with a bare Node server that writes the same bytes.
 */
export async function measure(): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  try {
    const ours = await measureInkwell(agent);
    const bare = await measureBare(agent, ours);
    return [
      atLeast('polls.held', ours.held, 'polls', goal),
      atMost('polls.memory_each', ours.memoryEach, 'KiB', 12),
      reported('polls.memory_each_bare', bare.memoryEach, 'KiB'),
      reported('polls.idle_processor', ours.idle, '% of a core'),
      reported('polls.reach_all', quantile(ours.reached, 1), 'ms'),
      reported('polls.reach_median', quantile(ours.reached, 0.5), 'ms'),
      reported('polls.reach_all_bare', quantile(bare.reached, 1), 'ms'),
      atMost(
        'polls.reach_all_over_bare',
        quantile(ours.reached, 1) / quantile(bare.reached, 1),
        '×',
        1.5,
      ),
    ];
  } finally {
    agent.destroy();
  }
}

interface Measured {
  readonly held: number;
  readonly memoryEach: number;
  /** Milliseconds from the event until each poll was answered. */
  readonly reached: readonly number[];
}

async function measureInkwell(
  agent: Agent,
): Promise<Measured & { readonly idle: number; readonly answer: Answer }> {
  const server = await Inkwell.start({ args: ['--sample'] });
  await server.stop();
  const accounts = await addAccounts({ dataDir: server.dataDir }, accountCount);
  // Registering thousands of queues through the API would take minutes.
  const queues = await addQueues({ dataDir: server.dataDir }, queuesEach);
  await server.restart();
  try {
    const events = `${server.url}/api/v1/events`;
    const [sender] = accounts;
    if (!sender) throw new Error('nobody to send');
    const fields = { fetch_event_types: '["subscription"]' };
    const found = await send(keyed(sender, 'POST', `${server.url}/api/v1/register`, fields), agent);
    const [stream] = (JSON.parse(found.text) as Registered).subscriptions;
    if (!stream) throw new Error(`no channel: ${found.status}`);

    const at: number[] = [];
    let answer: Answer | undefined;
    const wait = async (account: Account, queue_id: string) => {
      let last_event_id = -1;
      for (;;) {
        const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
        const reply = await send(keyed(account, 'GET', `${events}?${query}`), agent);
        if (reply.status !== 200) throw new Error(`poll: ${reply.status} ${reply.text}`);
        const now = performance.now();
        // A heartbeat ends a poll, and the client polls again.
        for (const { id, type } of (JSON.parse(reply.text) as Events).events) {
          last_event_id = id;
          if (type === 'heartbeat') continue;
          answer = reply;
          return void at.push(now);
        }
      }
    };
    const waiting: Promise<void>[] = [];
    const hold = async (end: number) => {
      while (waiting.length < end) {
        const start = waiting.length;
        for (const [index, queue_id] of queues.slice(start, start + step).entries()) {
          const account = accounts[Math.floor((start + index) / queuesEach)];
          if (account) waiting.push(wait(account, queue_id));
        }
        const most = waiting.length;
        await Promise.race([
          held(server, most < queues.length ? most * 0.99 : goal),
          Promise.all(waiting),
        ]);
      }
      // Long enough that each has received a heartbeat and polled again.
      await Promise.race([pause(60_000), Promise.all(waiting)]);
      return { count: await heldNow(server), memory: await residentKilobytes(server.pid) };
    };
    const some = await hold(queues.length * warm);
    const whole = await hold(queues.length);
    const all = Promise.all(waiting);
    const used = await processorSeconds(server);
    await Promise.race([pause(60_000), all]);
    const idle = ((await processorSeconds(server)) - used) / 60;

    const started = performance.now();
    const message = {
      type: 'stream',
      to: String(stream.stream_id),
      topic: 'load',
      content: 'One event for all.',
    };
    const call = keyed(sender, 'POST', `${server.url}/api/v1/messages`, message);
    const sent = await send(call, agent);
    if (sent.status !== 200) throw new Error(`message: ${sent.status} ${sent.text}`);
    await all;
    if (!answer) throw new Error('nobody was answered');
    return {
      held: whole.count,
      idle: idle * 100,
      answer,
      memoryEach: memoryBetween(some, whole),
      reached: at.map((time) => time - started),
    };
  } finally {
    await server.dispose();
  }
}

async function measureBare(
  agent: Agent,
  { held: count, answer }: { readonly held: number; readonly answer: Answer },
): Promise<Omit<Measured, 'held'>> {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-polls.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${Number(port.toString())}/`;
    let some = { count: 0, memory: 0 };
    const at: number[] = [];
    const headers = { authorization: `Basic ${'x'.repeat(60)}` };
    const waiting = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
    const polls: Promise<void>[] = [];
    for (const start of waiting) {
      for (let n = start; n < Math.min(start + step, count); n++) {
        const poll = send({ method: 'GET', url: `${url}${'p'.repeat(80)}`, headers }, agent);
        polls.push(poll.then(() => void at.push(performance.now())));
      }
      await pause(100);
      if (some.count > 0 || polls.length < count * warm) continue;
      some = { count: polls.length, memory: await residentKilobytes(bare.pid ?? 0) };
    }
    const whole = { count: polls.length, memory: await residentKilobytes(bare.pid ?? 0) };
    const left = new Set(['content-length', 'connection', 'keep-alive', 'transfer-encoding']);
    const head = Object.entries(answer.headers).flatMap(([name, value]) =>
      left.has(name) ? [] : [[`x-head-${name}`, String(value)] as const],
    );
    const started = performance.now();
    const call = {
      method: 'POST',
      url,
      body: answer.text,
      headers: { ...Object.fromEntries(head), 'content-type': 'text/plain' },
    };
    const { text } = await send(call, agent);
    if (Number(text) !== count) throw new Error(`only ${text} polls of ${count} are held`);
    await Promise.all(polls);
    return {
      memoryEach: memoryBetween(some, whole),
      reached: at.map((time) => time - started),
    };
  } finally {
    bare.kill();
  }
}

interface Held {
  readonly count: number;
  /** Resident memory of the process in kilobytes. */
  readonly memory: number;
}

/** Kilobytes that each additional poll costs. */
function memoryBetween(some: Held, whole: Held): number {
  return (whole.memory - some.memory) / (whole.count - some.count);
}

/** Waits until the server reports this many waiting polls. */
async function held(server: Inkwell, count: number): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const waiting = await heldNow(server);
    if (waiting >= count) return;
    if (performance.now() > deadline) throw new Error(`only ${waiting} polls are held`);
    await pause(50);
  }
}

async function heldNow(server: Inkwell): Promise<number> {
  return metric(server, 'inkwell_waiting_polls');
}

/** CPU seconds of the process since its start. */
async function processorSeconds(server: Inkwell): Promise<number> {
  return metric(server, 'inkwell_process_cpu_seconds_total');
}

async function metric(server: Inkwell, name: string): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]);
}
