import { resolve } from 'node:path';
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
const goals = { list_drafts: 2, edit_draft: 1.5, send_direct: 1.5, edit_message: 1.5 };
type Kind = keyof typeof goals;
const kinds = Object.keys(goals) as Kind[];

/**
 * Ordinary requests per second at 32 connections on both databases, and the statements that each
 * sends to PostgreSQL. With `--base=DIR`, alternates with that checkout and reports the ratio.
 */
export async function measure({ base }: BenchOptions): Promise<Figure[]> {
  const roots = { now: undefined, ...(base !== undefined && { base: resolve(base) }) };
  const figures = await measureStore('pglite', roots, async (root) => {
    const server = await Inkwell.start({ args: ['--sample'], root });
    await server.stop();
    const accounts = await addAccounts({ dataDir: server.dataDir }, people);
    await server.restart();
    return { server, accounts };
  });
  const databases: Awaited<ReturnType<typeof startPostgres>>[] = [];
  try {
    const open = async (root: string | undefined) => {
      const database = await startPostgres({ durable: true });
      databases.push(database);
      const counter = await countStatements(database.url);
      const server = await Inkwell.start({ args: ['--sample'], root, env: env(database.url) });
      const accounts = await addAccounts({ databaseUrl: database.url }, people);
      return { server, accounts, counter, root };
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
  try {
    for (const [name, root] of Object.entries(roots)) subjects.set(name, await open(root));
    const worlds = new Map<string, World>();
    for (const [name, { server, accounts }] of subjects) {
      worlds.set(name, await furnish(server.url, accounts));
    }
    for (const kind of kinds) {
      const rates = await inTurns(worlds, kind);
      for (const [name, own] of Object.entries(rates)) {
        figures.push(
          reported(`requests.${store}.${kind}.${name}`, quantile(own, 0.5), 'requests/s'),
        );
      }
      const ratios = rates['now']!.map((rate, i) => rate / (rates['base']?.[i] ?? NaN));
      if (rates['base']) {
        const ratio = quantile(ratios, 0.5);
        figures.push(atLeast(`requests.${store}.${kind}.over_base`, ratio, '×', goals[kind]));
      }
    }
    for (const [name, subject] of subjects) {
      if (subject.counter) figures.push(...(await statements(name, subject, worlds.get(name)!)));
    }
  } finally {
    for (const { server, counter } of subjects.values()) {
      await server.dispose();
      counter?.close();
    }
  }
  return figures;
}

/** Requests per second of each server. Rounds alternate between the servers. */
async function inTurns(worlds: ReadonlyMap<string, World>, kind: Kind) {
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
}

/** Gives every account one draft and one sent direct message. */
async function furnish(url: string, accounts: readonly Account[]): Promise<World> {
  const api = `${url}/api/v1`;
  const ask = async (call: Call) => {
    const { method, headers, body } = call;
    const reply = await fetch(call.url, { method, headers, ...(body !== undefined && { body }) });
    if (reply.status !== 200) throw new Error(`${method} ${call.url}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const content = 'A text of an ordinary length. '.repeat(8);
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
  let edits = 0;
  return {
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
      }
    },
  };
}
