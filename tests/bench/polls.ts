import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Inkwell } from '../support/inkwell';
import { addAccounts, addQueues } from './accounts';
import type { Account } from './accounts';
import { atLeast, quantile, told } from './figures';
import type { Figure } from './figures';
import { keyed, send } from './load';
import { residentKilobytes } from './resident';

const goal = 10_000;
const accountCount = 260;
/** Some more than the goal: now and then one is between two requests. */
const queuesEach = 40;
/** New connections at once: what the kernel's queue can take. */
const step = 250;

interface Registered {
  readonly subscriptions: readonly { readonly stream_id: number }[];
}

interface WaitingQueue {
  readonly account: Account;
  readonly queue_id: string;
}

interface Answer {
  readonly events: readonly { readonly id: number; readonly type: string }[];
}

/** Long-polls held at once, what each costs the process, and the time to reach all of them. */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({ args: ['--sample'] });
  await server.stop();
  const accounts = await addAccounts({ dataDir: server.dataDir }, accountCount);
  // By the thousand they would take minutes to register.
  const queues = await addQueues({ dataDir: server.dataDir }, queuesEach);
  await server.restart();
  const polls = accounts.flatMap((account, index) =>
    queues
      .slice(index * queuesEach, (index + 1) * queuesEach)
      .map((queue_id) => ({ account, queue_id })),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  try {
    const events = `${server.url}/api/v1/events`;
    const [sender] = accounts;
    if (!sender) throw new Error('nobody to send');
    const fields = { fetch_event_types: '["subscription"]' };
    const found = await send(keyed(sender, 'POST', `${server.url}/api/v1/register`, fields), agent);
    const [stream] = (JSON.parse(found.text) as Registered).subscriptions;
    if (!stream) throw new Error(`no channel: ${found.status}`);

    const before = await residentKilobytes(server.pid);
    const reached: number[] = [];
    const wait = async (queue: WaitingQueue) => {
      let last_event_id = -1;
      for (;;) {
        const query = new URLSearchParams({
          queue_id: queue.queue_id,
          last_event_id: String(last_event_id),
        });
        const { status, text } = await send(
          keyed(queue.account, 'GET', `${events}?${query}`),
          agent,
        );
        const at = performance.now();
        if (status !== 200) throw new Error(`poll: ${status} ${text}`);
        // A heartbeat ends a poll, and a client asks again.
        for (const { id, type } of (JSON.parse(text) as Answer).events) {
          last_event_id = id;
          if (type !== 'heartbeat') return void reached.push(at);
        }
      }
    };
    const waiting: Promise<void>[] = [];
    for (let start = 0; start < polls.length; start += step) {
      waiting.push(...polls.slice(start, start + step).map(wait));
      const most = waiting.length;
      await Promise.race([
        held(server, most < polls.length ? most * 0.99 : goal),
        Promise.all(waiting),
      ]);
    }
    const all = Promise.all(waiting);
    const count = await heldNow(server);
    const after = await residentKilobytes(server.pid);

    const started = performance.now();
    const sent = await send(
      keyed(sender, 'POST', `${server.url}/api/v1/messages`, {
        type: 'stream',
        to: String(stream.stream_id),
        topic: 'load',
        content: 'One event for all.',
      }),
      agent,
    );
    if (sent.status !== 200) throw new Error(`message: ${sent.status} ${sent.text}`);
    await all;
    return [
      atLeast('polls.held', count, 'polls', goal),
      told('polls.memory_each', (after - before) / count, 'KiB'),
      told('polls.reach_all', quantile(reached, 1) - started, 'ms'),
      told('polls.reach_median', quantile(reached, 0.5) - started, 'ms'),
    ];
  } finally {
    agent.destroy();
    await server.dispose();
  }
}

/** Waits until the server itself counts that many waiting polls. */
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
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^inkwell_waiting_polls (\d+)/m.exec(metrics)?.[1]);
}
