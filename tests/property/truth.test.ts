import { beforeAll, describe, expect, it } from 'vitest';
import { encodeCall } from '$lib/api/encode-call';
import { registrationFor } from '$lib/api/registration';
import { readReply } from '$lib/api/read-reply';
import type { DraftCallOutcome } from '$lib/features/drafts/engine/call-outcomes';
import {
  emptyBody,
  normalizeBody,
  defaultLimits,
  type DraftBody,
} from '$lib/features/drafts/engine/draft-body';
import type { CheckOutcome, SendOutcome } from '$lib/features/drafts/engine/sendings';
import type { DraftSending } from '$lib/features/drafts/engine/draft-record';
import type { ServerDraft } from '$lib/features/drafts/engine/server-rows';
import type { DraftCall } from '$lib/features/drafts/engine/engine-state';
import { createDraftTransport, type DraftTransport } from '$lib/features/drafts/draft-transport';
import type { DraftApiCall } from '$lib/features/drafts/draft-api-call';
import type { AccountWithKey } from '$lib/server/service/service';
import { addChannel } from '../support/channels';
import { apiRequest } from '../support/service';
import { withService } from '../support/with-service';
import { runHistory } from './sim/history';
import { Server, type ServerExchange, type LogEntry } from './sim/server';
import { engine } from './sim/subject';

/** Number of histories with a check for a lost message that are repeated with the service. */
const histories = 6;

const t = withService();
/**
 * The accounts of people 0 to 5 in the histories. No one writes to 0, which replaces an empty `to`.
 */
let people: AccountWithKey[];
beforeAll(async () => {
  people = [];
  for (let id = 0; id < 6; id++) people.push(await t.addUser());
});

/** Calls as the client makes them, answered by the service's own handlers. */
function callAs(account: AccountWithKey): DraftApiCall {
  return async (operation, params) => {
    const { path, query, body } = encodeCall(operation, params);
    const fields = Object.fromEntries(body ?? query);
    const request = apiRequest(account, operation.method, path, fields);
    const reply = await t.service.handle(request, { address: '192.0.2.1' });
    return readReply(operation, reply.status, await reply.text());
  };
}

/** One account on the service that gets the model's requests, with ids mapped from the model. */
class Truth {
  readonly #transport: DraftTransport;
  readonly #rows = new Map<number, number>();
  readonly #messages = new Map<number, number>();
  readonly #queues = new Map<number, string>();

  constructor(
    readonly account: AccountWithKey,
    /** Maps a recipient to the service. */
    private readonly toReal: (body: DraftBody) => DraftBody,
  ) {
    this.#transport = createDraftTransport(callAs(account), () => account.user_id);
  }

  /** The service's answer, with ids mapped to the model's where both gave the same answer. */
  async answer(exchange: ServerExchange): Promise<unknown> {
    switch (exchange.kind) {
      case 'call':
        return this.#call(exchange.call, exchange.outcome);
      case 'send': {
        const outcome = await this.#transport.send(this.#job('send', exchange.sending));
        if (outcome.state === 'sent' && exchange.outcome.state === 'sent') {
          this.#messages.set(exchange.outcome.messageId, outcome.messageId);
        }
        return this.#withModelIds(outcome);
      }
      case 'check':
        return this.#withModelIds(
          await this.#transport.check(this.#job('check', exchange.sending)),
        );
      case 'sync': {
        const params = { enable_drafts_synchronization: exchange.value };
        return (await t.call(this.account, 'PATCH', '/settings', params)).body.result;
      }
      case 'register': {
        const { body } = await t.call(this.account, 'POST', '/register', {
          ...registrationFor(true),
          event_types: ['drafts', 'user_settings'],
          fetch_event_types: ['user_settings'],
        });
        this.#queues.set(exchange.registered.queue, body.queue_id);
        const settings = body['user_settings'] as { enable_drafts_synchronization: boolean };
        return settings.enable_drafts_synchronization;
      }
    }
  }

  /** All events of the queue since it was registered. */
  async events(queue: number): Promise<readonly Omit<LogEntry, 'id'>[]> {
    const { body } = await t.call(this.account, 'GET', '/events', {
      queue_id: this.#queues.get(queue),
      last_event_id: -1,
      dont_block: true,
    });
    return (body.events as unknown as Record<string, unknown>[]).map((event) => {
      if (event['type'] === 'user_settings') return { sync: event['value'] as boolean };
      const { id: _id, type: _type, ...draft } = event;
      if (draft['op'] === 'add')
        draft['drafts'] = (draft['drafts'] as ServerDraft[]).map(this.#row);
      if (draft['op'] === 'update') draft['draft'] = this.#row(draft['draft'] as ServerDraft);
      if (draft['op'] === 'remove') draft['draft_id'] = this.#id(draft['draft_id'] as number);
      return { draft } as unknown as Omit<LogEntry, 'id'>;
    });
  }

  async #call(call: DraftCall, model: DraftCallOutcome): Promise<unknown> {
    const outcome = await this.#transport.run(this.#real(call));
    if (!outcome.ok) return { ok: false, kind: outcome.failure.kind };
    if (model.ok) {
      for (const [at, id] of (outcome.ids ?? []).entries()) {
        const own = model.ids?.[at];
        if (own !== undefined) this.#rows.set(id, own);
      }
    }
    return seen({
      ok: true,
      ...(outcome.ids && { ids: outcome.ids.map((id) => this.#id(id)) }),
      ...(outcome.rows && { rows: outcome.rows.map(this.#row) }),
    });
  }

  #real(call: DraftCall): DraftCall {
    const realId = (own: number) => [...this.#rows].find(([, id]) => id === own)?.[0] ?? 0;
    const copyOf = <T extends { copy: { body: DraftBody; timestamp: number } }>(job: T): T => ({
      ...job,
      copy: { ...job.copy, body: this.toReal(job.copy.body) },
    });
    switch (call.kind) {
      case 'list':
        return call;
      case 'post':
        return { ...call, jobs: call.jobs.map(copyOf) };
      case 'patch': {
        const job = copyOf(call.job);
        return { ...call, job: { ...job, serverId: realId(job.serverId) } };
      }
      case 'delete':
        return { ...call, job: { ...call.job, serverId: realId(call.job.serverId) } };
    }
  }

  #job<K extends 'send' | 'check'>(kind: K, sending: DraftSending) {
    const body = this.toReal(sending.body);
    // The page can't send without a recipient; in a history, an empty one is just another
    // conversation.
    const to = { type: 'private', to: [people[0]?.user_id ?? 0] } as const;
    const after = this.#messages.get(sending.after) ?? 0;
    const real = { ...sending, after, body: body.type === '' ? { ...body, ...to } : body };
    return { kind, local: '', sending: real };
  }

  #withModelIds(outcome: SendOutcome | CheckOutcome): unknown {
    if (!('messageId' in outcome)) return { state: outcome.state };
    const own = [...this.#messages].find(([, id]) => id === outcome.messageId)?.[0];
    return { state: outcome.state, messageId: own };
  }

  #id = (real: number): number | undefined => this.#rows.get(real);

  #row = (row: ServerDraft) => ({ ...row, id: this.#id(row.id) });
}

/** Sorts lists by id: the service returns the newest first. */
function seen(answer: {
  readonly ok: true;
  readonly rows?: readonly { id?: number | undefined }[];
}) {
  const rows = answer.rows?.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0));
  return { ...answer, ...(rows && { rows }) };
}

/** The model's answer, reduced to what the service can also answer. */
function modelled(exchange: ServerExchange, toReal: (body: DraftBody) => DraftBody): unknown {
  const row = (one: ServerDraft): ServerDraft => ({ ...one, to: toReal({ ...one }).to });
  switch (exchange.kind) {
    case 'call': {
      const { outcome } = exchange;
      if (!outcome.ok) return { ok: false, kind: outcome.failure.kind };
      return seen({ ...outcome, ...(outcome.rows && { rows: outcome.rows.map(row) }) });
    }
    case 'send':
    case 'check': {
      const { outcome } = exchange;
      if ('messageId' in outcome) return outcome;
      return { state: outcome.state };
    }
    case 'register':
      return exchange.registered.sync;
    case 'sync':
      return 'success';
  }
}

function modelledEvent(
  entry: LogEntry,
  toReal: (body: DraftBody) => DraftBody,
): Omit<LogEntry, 'id'> {
  if ('sync' in entry) return { sync: entry.sync };
  const row = (one: ServerDraft): ServerDraft => ({ ...one, to: toReal({ ...one }).to });
  const { draft } = entry;
  if (draft.op === 'add') return { draft: { ...draft, drafts: draft.drafts.map(row) } };
  return draft.op === 'update' ? { draft: { ...draft, draft: row(draft.draft) } } : { draft };
}

async function compare(
  trail: readonly ServerExchange[],
  server: Server,
  toReal: (body: DraftBody) => DraftBody,
  account: AccountWithKey,
): Promise<void> {
  const truth = new Truth(account, toReal);
  for (const [at, exchange] of trail.entries()) {
    expect([at, exchange.kind, await truth.answer(exchange)]).toEqual([
      at,
      exchange.kind,
      modelled(exchange, toReal),
    ]);
  }
  for (const [queue, log] of server.queues) {
    expect(await truth.events(queue)).toEqual(log.map((entry) => modelledEvent(entry, toReal)));
  }
}

function record(seed: number) {
  const trail: ServerExchange[] = [];
  let server: Server | undefined;
  runHistory(engine, seed, (world, what) => {
    server = world.server;
    const { exchange } = what as { exchange?: ServerExchange };
    if (exchange) trail.push(exchange);
  });
  return { trail, server };
}

describe('the service answers like the model of the histories', () => {
  const toPeople = (body: DraftBody): DraftBody => ({
    ...body,
    to: body.to.map((id) => people[id]?.user_id ?? 0),
  });

  it('for their requests', async () => {
    const kinds = new Set<string>();
    for (let seed = 1, left = histories; left > 0; seed++) {
      const { trail, server } = record(seed);
      // The service has no text at which it fails.
      if (!server || server.hard !== '' || !trail.some(({ kind }) => kind === 'check')) continue;
      left--;
      for (const one of trail) kinds.add(one.kind === 'call' ? one.call.kind : one.kind);
      await compare(trail, server, toPeople, await t.addUser());
    }
    const all = ['check', 'delete', 'list', 'patch', 'post', 'register', 'send', 'sync'];
    expect([...kinds].sort()).toEqual(all);
  }, 120_000);

  it('for each type of text and recipient, including errors', async () => {
    const me = await t.addUser();
    const channel = (await addChannel(t, {}, [me])).id;
    const [one, other] = [people[1]!.user_id, people[2]!.user_id];
    const trail: ServerExchange[] = [];
    const server = new Server((exchange) => trail.push(exchange));
    const inChannel = { ...emptyBody, type: 'stream', to: [channel] } as const;
    const bodies: DraftBody[] = [
      { ...inChannel, topic: 'plans', content: 'in a topic' },
      { ...inChannel, topic: 'Plans ', content: '  indented\n\nwith an end \n' },
      { ...inChannel, topic: '', content: 'in none' },
      { ...inChannel, topic: 'half \ud83d', content: 'half an emoji \ud83d, and a half \ude00' },
      { ...emptyBody, type: 'private', to: [one], content: '\n\nto one, é, 🙂' },
      { ...emptyBody, type: 'private', to: [one, other].toSorted((a, b) => a - b), content: 'two' },
      { ...emptyBody, type: 'private', to: [me.user_id], content: 'a note' },
      { ...emptyBody, type: 'private', to: [one], content: ' \n ' },
      { ...emptyBody, type: 'private', to: [one], content: 'with \0 in it' },
      { ...inChannel, topic: 'a\0b', content: 'null in its topic' },
      { ...inChannel, topic: 'plans', content: 'in a topic' },
    ];
    server.register();
    const copy = (body: DraftBody) => ({
      body: normalizeBody(body, defaultLimits),
      timestamp: 1_700_000_000,
    });
    for (const body of bodies) server.post([copy(body)]);
    server.post(bodies.slice(0, 3).map(copy));
    server.patch(1, copy(bodies[3]!));
    server.patch(2, copy(bodies[7]!));
    server.patch(99, copy(bodies[1]!));
    server.remove(3);
    server.remove(3);
    server.handle({ kind: 'list' });
    for (const [at, body] of bodies.entries()) {
      const after = server.messages.length;
      const sending = { attempt: `${at}`, body, at: 0, after, tries: 1 } as unknown as DraftSending;
      server.send(sending, null);
      // Checks only for messages that can have been sent.
      if (server.messages.length > after) {
        server.look(sending);
        server.look({ ...sending, after: after + 1 });
      }
    }
    server.setSync(false);
    server.handle({ kind: 'list' });
    server.post([copy(bodies[0]!)]);
    server.patch(1, copy(bodies[1]!));
    server.remove(1);
    server.setSync(true);
    server.handle({ kind: 'list' });
    await compare(trail, server, (body) => body, me);
  });

  it('for a signed-out user', async () => {
    const stranger = { ...(await t.addUser()), api_key: 'x'.repeat(32) };
    const transport = createDraftTransport(callAs(stranger), () => stranger.user_id);
    const list = await transport.run({ kind: 'list' });
    expect(list).toEqual({ ok: false, failure: { kind: 'signedOut' } });
    const body: DraftBody = {
      ...emptyBody,
      type: 'private',
      to: [people[1]!.user_id],
      content: 'no',
    };
    const sending = { body, after: 0 } as unknown as DraftSending;
    const sent = await transport.send({ kind: 'send', local: '', sending });
    expect(sent.state).toBe('failed');
    const looked = await transport.check({ kind: 'check', local: '', sending });
    expect(looked.state).toBe('unreachable');
  });
});
