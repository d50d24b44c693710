import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { Inkwell } from '../support/inkwell';
import { addAccounts } from './accounts';
import { atLeast, quantile, told } from './figures';
import type { Figure } from './figures';
import { keyed, send } from './load';
import type { Call } from './load';

const accountCount = 250;
const queuesEach = 40;
const step = 250;

interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly subscriptions: readonly { readonly stream_id: number }[];
}

/** Long-polls held at once, what each costs the process, and the time to reach all of them. */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({ args: ['--sample'] });
  await server.stop();
  const accounts = await addAccounts({ dataDir: server.dataDir }, accountCount);
  await server.restart();
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  try {
    const few = new Agent({ keepAlive: true, maxSockets: 16 });
    const events = `${server.url}/api/v1/events`;
    let stream_id: number | undefined;
    const polls = await Promise.all(
      accounts.flatMap((account) =>
        Array.from({ length: queuesEach }, async () => {
          const fields = { event_types: '["message"]', fetch_event_types: '["subscription"]' };
          const { status, text } = await send(
            keyed(account, 'POST', `${server.url}/api/v1/register`, fields),
            few,
          );
          if (status !== 200) throw new Error(`register: ${status} ${text}`);
          const { queue_id, last_event_id, subscriptions } = JSON.parse(text) as Registered;
          stream_id ??= subscriptions[0]?.stream_id;
          const query = new URLSearchParams({ queue_id, last_event_id: String(last_event_id) });
          return keyed(account, 'GET', `${events}?${query}`);
        }),
      ),
    );
    few.destroy();

    const before = await residentKilobytes(server.pid);
    const answered: number[] = [];
    const waiting: Promise<void>[] = [];
    const wait = async (poll: Call) => {
      const { status, text } = await send(poll, agent);
      answered.push(performance.now());
      if (status !== 200) throw new Error(`poll: ${status} ${text}`);
    };
    // In steps that the kernel's queue of new connections can take.
    for (let start = 0; start < polls.length; start += step) {
      const some = polls.slice(start, start + step).map(wait);
      waiting.push(...some);
      await Promise.race([held(server, waiting.length), Promise.all(some)]);
    }
    const all = Promise.all(waiting);
    const after = await residentKilobytes(server.pid);

    const started = performance.now();
    const [sender] = accounts;
    if (!sender || stream_id === undefined) throw new Error('nobody to send, or nowhere');
    await send(
      keyed(sender, 'POST', `${server.url}/api/v1/messages`, {
        type: 'stream',
        to: String(stream_id),
        topic: 'load',
        content: 'One event for all.',
      }),
      agent,
    );
    await all;
    return [
      atLeast('polls.held', polls.length, 'polls', 10_000),
      told('polls.memory_each', (after - before) / polls.length, 'KiB'),
      told('polls.reach_all', quantile(answered, 1) - started, 'ms'),
      told('polls.reach_median', quantile(answered, 0.5) - started, 'ms'),
    ];
  } finally {
    agent.destroy();
    await server.dispose();
  }
}

/** Waits until the server itself counts that many waiting polls. */
async function held(server: Inkwell, count: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const waiting = Number(/^inkwell_waiting_polls (\d+)/m.exec(metrics)?.[1]);
    if (waiting >= count) return;
    if (performance.now() > deadline) throw new Error(`only ${waiting} polls are held`);
  }
}

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
}
