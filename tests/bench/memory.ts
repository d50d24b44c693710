import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Inkwell } from '../support/inkwell';
import { addAccounts, type Account } from './accounts';
import { atMost, reported, type Figure } from './figures';
import { keyed, load, type Call } from './load';
import { residentKilobytes } from './resident';

const accountCount = 200;
const connections = 16;
/** After this many requests the server is warm and has allocated what it needs only once. */
const warm = 2000;
const measured = 10_000;
const goal = 1.2;

const liveHeap = fileURLToPath(new URL('live-heap.js', import.meta.url));

/** What 10,000 mixed requests leave in the heap of a server with the built-in database. */
export async function measure(): Promise<Figure[]> {
  const server = await Inkwell.start({
    args: ['--sample'],
    node: ['--expose-gc', '--import', liveHeap],
  });
  try {
    await server.stop();
    const accounts = await addAccounts({ dataDir: server.dataDir }, accountCount);
    await server.restart();
    const world = await furnish(server, accounts);
    await load(connections, warm, world);
    const before = await live(server);
    await load(connections, measured, world);
    const after = await live(server);
    return [
      reported('memory.live_before', before / 1024 ** 2, 'MiB'),
      reported('memory.live_after', after / 1024 ** 2, 'MiB'),
      atMost('memory.live_growth', after / before, '×', goal),
      reported('memory.resident', (await residentKilobytes(server.pid)) / 1024, 'MiB'),
    ];
  } finally {
    await server.dispose();
  }
}

async function live(server: Inkwell): Promise<number> {
  const known = server.output.length;
  process.kill(server.pid, 'SIGUSR2');
  for (;;) {
    const found = /live heap (\d+)\n/.exec(server.output.slice(known));
    if (found) return Number(found[1]);
    await pause(10);
  }
}

/** Gives every account a draft and a message. */
async function furnish(
  { url }: Inkwell,
  accounts: readonly Account[],
): Promise<(index: number) => Call> {
  const api = `${url}/api/v1`;
  const ask = async ({ url, method, headers, body }: Call) => {
    const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    if (reply.status !== 200) throw new Error(`${method} ${url}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const content = 'A text of an ordinary length. '.repeat(8);
  const draft = JSON.stringify({ type: '', to: [], topic: '', content, timestamp: 1_700_000_000 });
  const { subscriptions } = await ask(keyed(accounts[0]!, 'GET', `${api}/users/me/subscriptions`));
  const [{ stream_id: channel }] = subscriptions as [{ stream_id: number }];
  const write = (account: Account, topic: string) =>
    keyed(account, 'POST', `${api}/messages`, {
      type: 'channel',
      to: String(channel),
      topic,
      content,
    });
  const people: { account: Account; message_id: unknown; draft_id: unknown; user_id: unknown }[] =
    [];
  for (const account of accounts) {
    const { user_id } = await ask(keyed(account, 'GET', `${api}/users/me`));
    const { id } = await ask(write(account, 'load'));
    const drafts = keyed(account, 'POST', `${api}/drafts`, { drafts: `[${draft}]` });
    const { ids } = await ask(drafts);
    people.push({ account, user_id, message_id: id, draft_id: (ids as unknown[])[0] });
  }
  let count = 0;
  const kinds: ((one: (typeof people)[number]) => Call)[] = [
    ({ account }) =>
      keyed(account, 'GET', `${api}/messages?anchor=newest&num_before=100&num_after=0`),
    ({ account }) => write(account, `load ${count % 50}`),
    ({ account, user_id }) =>
      keyed(account, 'POST', `${api}/messages`, { type: 'direct', to: `[${user_id}]`, content }),
    ({ account }) => keyed(account, 'GET', `${api}/drafts`),
    ({ account, draft_id }) => keyed(account, 'PATCH', `${api}/drafts/${draft_id}`, { draft }),
    ({ account }) =>
      keyed(account, 'GET', `${api}/messages?anchor=oldest&num_before=0&num_after=1000`),
    ({ account, message_id }) =>
      keyed(account, 'PATCH', `${api}/messages/${message_id}`, { content: `${content}${count}` }),
    ({ account }) =>
      keyed(account, 'POST', `${api}/messages/flags/narrow`, {
        anchor: 'newest',
        num_before: '20',
        num_after: '0',
        op: 'add',
        flag: 'read',
        narrow: '[]',
      }),
    ({ account }) => keyed(account, 'GET', `${api}/users`),
    ({ account }) => keyed(account, 'GET', `${api}/users/me/${channel}/topics`),
    ({ account }) => keyed(account, 'POST', `${api}/register`, { event_types: '["message"]' }),
  ];
  return () => {
    const at = count++;
    return kinds[at % kinds.length]!(people[at % people.length]!);
  };
}
