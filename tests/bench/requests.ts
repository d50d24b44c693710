import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { encodeCall } from '$lib/api/encode-call';
import { registerQueue } from '$lib/api/register';
import { registrationFor } from '$lib/api/registration';
import { Inkwell } from '../support/inkwell';
import { startPostgres } from '../support/postgres';
import { countStatements, type StatementCounter } from '../support/statement-counter';
import { addAccounts, type Account } from './accounts';
import { atLeast, quantile, reported, type Figure } from './figures';
import { keyed, load, type Call } from './load';
import type { BenchOptions } from './main';

const connections = 32;
/** Enough that each account stays below its rate limit, however fast the server is. */
const people = 120;
const rounds = 5;
const callsOfRound = 320;
const counted = 240;

/** Kinds of request, and the goal for requests per second as a multiple of the base. */
const goals = {
  ...{ list_drafts: 2, edit_draft: 1.5, send_direct: 1.5, edit_message: 1.5 },
  ...{ read_messages: 1.5, send_message: 1.5, register: 1.5 },
};
type Kind = keyof typeof goals;
const kinds = Object.keys(goals) as Kind[];

/** Kinds that `bare-messages.js` answers too, and the goal as a multiple of its rate. */
const bareGoals: Partial<Record<Kind, number>> = { read_messages: 0.5, send_message: 0.5 };

/**
 * Ordinary requests per second at 32 connections on both databases, and the statements that each
 * sends to PostgreSQL. With `--base=DIR`, alternates with that checkout and reports the ratio.
 * Reading and sending messages also alternate with a bare Node server.
 */
export async function measure({ base }: BenchOptions): Promise<Figure[]> {
  const roots = { now: undefined, ...(base !== undefined && { base: resolve(base) }) };
  const figures = await measureStore('pglite', roots, async (root) => {
    const server = await Inkwell.start({ args: ['--sample'], root });
    await server.stop();
    const accounts = await addAccounts({ dataDir: server.dataDir }, people);
    const copy = await mkdtemp(join(tmpdir(), 'inkwell-bench-'));
    await cp(join(server.dataDir, 'pgdata'), copy, { recursive: true });
    await server.restart();
    return { server, accounts, store: copy };
  });
  const databases: Awaited<ReturnType<typeof startPostgres>>[] = [];
  try {
    const open = async (root: string | undefined) => {
      const database = await startPostgres({ durable: true });
      databases.push(database);
      const counter = await countStatements(database.url);
      const server = await Inkwell.start({ args: ['--sample'], root, env: env(database.url) });
      const accounts = await addAccounts({ databaseUrl: database.url }, people);
      return { server, accounts, counter, root, store: database.url };
    };
    figures.push(...(await measureStore('postgres', roots, open)));
  } finally {
    for (const database of databases) await database.stop();
  }
  return figures;
}

const env = (url: string) => ({ DATABASE_URL: url });

interface Subject {
  readonly server: Inkwell;
  readonly accounts: readonly Account[];
  /** Where a bare server finds the same data. */
  readonly store: string;
  readonly counter?: StatementCounter;
  readonly root?: string | undefined;
}

async function measureStore(
  store: string,
  roots: Readonly<Record<string, string | undefined>>,
  open: (root: string | undefined) => Promise<Subject>,
): Promise<Figure[]> {
  const subjects = new Map<string, Subject>();
  const figures: Figure[] = [];
  const after: (() => void)[] = [];
  try {
    for (const [name, root] of Object.entries(roots)) subjects.set(name, await open(root));
    const worlds = new Map<string, World>();
    for (const [name, { server, accounts }] of subjects) {
      worlds.set(name, await furnish(server.url, accounts));
    }
    const bare = await startBare(subjects.get('now')!.store, worlds.get('now')!.channel);
    after.push(bare.stop);
    for (const kind of kinds) {
      const bareGoal = bareGoals[kind];
      const rates = await inTurns(new Map([...worlds, ...(bareGoal ? bare.world : [])]), kind);
      for (const [name, own] of Object.entries(rates)) {
        figures.push(
          reported(`requests.${store}.${kind}.${name}`, quantile(own, 0.5), 'requests/s'),
        );
      }
      for (const [other, goal] of Object.entries({ base: goals[kind], bare: bareGoal })) {
        const theirs = rates[other];
        if (!theirs || goal === undefined) continue;
        const ratio = quantile(
          rates['now']!.map((rate, i) => rate / theirs[i]!),
          0.5,
        );
        figures.push(atLeast(`requests.${store}.${kind}.over_${other}`, ratio, '×', goal));
      }
    }
    for (const [name, subject] of subjects) {
      if (subject.counter) figures.push(...(await statements(name, subject, worlds.get(name)!)));
    }
  } finally {
    for (const stop of after) stop();
    for (const { server, counter } of subjects.values()) {
      await server.dispose();
      counter?.close();
    }
  }
  return figures;
}

/** Requests per second of each server. Rounds alternate between the servers. */
async function inTurns(worlds: ReadonlyMap<string, Pick<World, 'call'>>, kind: Kind) {
  const rates: Record<string, number[]> = {};
  for (let round = -1; round < rounds; round++) {
    const order = [...worlds];
    for (const [name, world] of round % 2 ? order.toReversed() : order) {
      const { perSecond } = await load(connections, callsOfRound, (i) => world.call(kind, i));
      if (round >= 0) (rates[name] ??= []).push(perSecond);
    }
  }
  return rates;
}

/** Restarts the server with its database connection going through the counter. */
async function statements(name: string, subject: Subject, world: World): Promise<Figure[]> {
  const counter = subject.counter!;
  await subject.server.stop();
  const { port } = new URL(subject.server.url);
  const server = await Inkwell.start({
    root: subject.root,
    env: { ...env(counter.url), PORT: port },
  });
  const figures: Figure[] = [];
  try {
    for (const kind of kinds) {
      for (const lanes of [1, connections]) {
        await load(lanes, people, (i) => world.call(kind, i));
        const before = counter.statements.length;
        await load(lanes, counted, (i) => world.call(kind, i));
        const each = (counter.statements.length - before) / counted;
        figures.push(reported(`requests.statements.${kind}.${lanes}.${name}`, each, 'a request'));
      }
    }
  } finally {
    await server.dispose();
  }
  return figures;
}

interface World {
  call(kind: Kind, index: number): Call;
  /** The channel that messages are read from and sent to. */
  readonly channel: number;
}

/** Starts the bare server on a database, with the calls it answers. */
async function startBare(store: string, channel: number) {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-messages.js'), store], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(bare.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${Number(port.toString())}/?stream=${channel}&user=`;
  const call = (kind: Kind, index: number): Call => {
    const to = { url: `${url}${(index % 10) + 10}`, headers: {} };
    return kind === 'send_message'
      ? { ...to, method: 'POST', body: content }
      : { ...to, method: 'GET' };
  };
  return { world: [['bare', { call }]] as const, stop: () => void bare.kill() };
}

const content = 'A text of an ordinary length. '.repeat(8);

/** Gives every account one draft and one sent direct message. */
async function furnish(url: string, accounts: readonly Account[]): Promise<World> {
  const api = `${url}/api/v1`;
  const ask = async (call: Call) => {
    const { method, headers, body } = call;
    const reply = await fetch(call.url, { method, headers, ...(body !== undefined && { body }) });
    if (reply.status !== 200) throw new Error(`${method} ${call.url}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const draft = JSON.stringify({ type: '', to: [], topic: '', content, timestamp: 1_700_000_000 });
  const people: { account: Account; user_id: number; draft_id: number }[] = [];
  for (const account of accounts) {
    const { user_id } = await ask(keyed(account, 'GET', `${api}/users/me`));
    const { ids } = await ask(keyed(account, 'POST', `${api}/drafts`, { drafts: `[${draft}]` }));
    people.push({ account, user_id: user_id as number, draft_id: (ids as number[])[0]! });
  }
  const write = (index: number) => {
    const to = JSON.stringify([people[(index + 1) % people.length]!.user_id]);
    const { account } = people[index % people.length]!;
    return keyed(account, 'POST', `${api}/messages`, { type: 'direct', to, content });
  };
  const messageIds: number[] = [];
  for (const index of people.keys()) messageIds.push((await ask(write(index)))['id'] as number);
  const { subscriptions } = await ask(
    keyed(people[0]!.account, 'GET', `${api}/users/me/subscriptions`),
  );
  const channel = (subscriptions as { stream_id: number }[])[0]!.stream_id;
  const newest = `anchor=newest&num_before=50&num_after=0`;
  const narrow = JSON.stringify([{ operator: 'channel', operand: channel }]);
  const page = `${newest}&narrow=${encodeURIComponent(narrow)}`;
  const to = { type: 'channel', to: String(channel), topic: 'plans', content };
  const registration = Object.fromEntries(
    encodeCall(registerQueue, registrationFor(true)).body ?? [],
  );
  let edits = 0;
  return {
    channel,
    call(kind, index) {
      const at = index % people.length;
      const { account, draft_id } = people[at]!;
      switch (kind) {
        case 'list_drafts':
          return keyed(account, 'GET', `${api}/drafts`);
        case 'edit_draft':
          return keyed(account, 'PATCH', `${api}/drafts/${draft_id}`, { draft });
        case 'send_direct':
          return write(index);
        case 'edit_message':
          return keyed(account, 'PATCH', `${api}/messages/${messageIds[at]}`, {
            content: `${content}${edits++}`,
          });
        case 'read_messages':
          return keyed(account, 'GET', `${api}/messages?${page}`);
        case 'send_message':
          return keyed(account, 'POST', `${api}/messages`, to);
        case 'register':
          return keyed(account, 'POST', `${api}/register`, registration);
      }
    },
  };
}
