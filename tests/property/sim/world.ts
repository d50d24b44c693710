import type { DraftChange } from '../../../src/lib/features/drafts/engine/draft-change';
import { isBlankBody, type DraftBody } from '../../../src/lib/features/drafts/engine/draft-body';
import type { DraftCallOutcome } from '../../../src/lib/features/drafts/engine/call-outcomes';
import type { DraftEngineEvent } from '../../../src/lib/features/drafts/engine/engine';
import type { CheckOutcome } from '../../../src/lib/features/drafts/engine/sendings';
import type { CheckJob } from '../../../src/lib/features/drafts/engine/push-results';
import { Device, type Flight, type Host, type Tab } from './device';
import { Ledger } from './ledger';
import { Random } from './random';
import { Server } from './server';
import type { Subject } from './subject';

const devices = 3;
const tabsEach = 2;
const settleRounds = 600;
const second = 1000;
/** Ignores retries with longer intervals when deciding whether the world is idle. */
const maxWait = 300 * second;

/** Called with every stored change and every answered call, to inspect a history. */
export type Observer = (world: World, what: unknown) => void;

/** Three devices of one user with two tabs each, a server, and everything that can go wrong. */
export class World implements Host {
  readonly random: Random;
  readonly server = new Server((exchange) => this.observe?.(this, { exchange }));
  readonly devices: Device[] = [];
  readonly flights: Flight[] = [];
  readonly ledger = new Ledger();
  /** The rule that was broken during the history. */
  broken: string | null = null;
  time = 1_700_000_000_000;
  private ids = 0;
  /** From now on everything works. */
  private calm = false;

  constructor(
    readonly subject: Subject,
    seed: number,
    private readonly observe?: Observer,
  ) {
    this.random = new Random(seed);
    if (seed % 7 === 3) this.server.hard = 'w9.';
    for (let i = 0; i < devices; i++) {
      const skew = this.random.oneIn(2) ? 0 : (this.random.below(7200) - 3600) * second;
      const device = new Device(this, skew);
      this.devices.push(device);
      for (let j = 0; j < tabsEach; j++) device.open();
      device.elect();
    }
  }

  readonly newId = (): string => `i${++this.ids}`;

  watch(device: Device, change: DraftChange, tab: Tab): void {
    this.observe?.(this, { device, change });
    this.ledger.note(device, change);
    if (change.type === 'sendingEnded' && change.state === 'sent') {
      const sending = device.records.get(change.local)?.sending;
      if (sending?.attempt === change.attempt && !this.server.has(sending)) {
        this.broken ??= `taken for sent: ${sending.body.content}`;
      }
    }
    if (change.type === 'queueSending' && tab !== device.leader)
      this.ledger.noteUnordered(change.attempt);
  }

  label(mine: DraftBody, theirs: DraftBody): void {
    this.ledger.noteLabel(mine.content, theirs.content);
  }

  get tabs(): Tab[] {
    const all: Tab[] = [];
    for (const device of this.devices) for (const tab of device.tabs) all.push(tab);
    return all;
  }

  /** The request reaches the server. */
  arrive(flight: Flight): void {
    const { request } = flight;
    if (request.kind === 'call') {
      if (!flight.tab && request.call.kind === 'post') {
        for (const { copy } of request.call.jobs) this.ledger.noteLate(copy.body.content);
      }
      const outcome = this.refusal(flight) ?? this.server.handle(request.call);
      this.observe?.(this, { call: request.call, outcome });
      flight.reply = { type: 'answered', call: request.call, outcome };
    } else if (request.kind === 'send') {
      const { job } = request;
      if (flight.tab?.device.signedOut || this.random.oneIn(6)) {
        const outcome = { state: 'failed', reason: 'no' } as const;
        flight.reply = { type: 'sendAnswered', job, outcome };
      } else {
        const device = flight.tab && this.devices.indexOf(flight.tab.device);
        const outcome = this.server.send(job.sending, device);
        flight.reply = { type: 'sendAnswered', job, outcome };
      }
    } else if (request.kind === 'check') {
      const { job } = request;
      const outcome = this.lookOf(flight, job);
      flight.reply = { type: 'checked', job, outcome };
    } else {
      flight.reply = { register: this.server.register() };
    }
  }

  private lookOf(flight: Flight, job: CheckJob): CheckOutcome {
    if (flight.tab?.device.signedOut) return { state: 'unreachable' };
    if (!this.calm && this.random.oneIn(30)) return { state: 'limited', retryAfter: 5 * second };
    if (!this.calm && this.random.oneIn(60)) return { state: 'refused' };
    return this.server.look(job.sending);
  }

  /** 401 and 429: the server refuses before it reads the request. */
  private refusal({ tab }: Flight): DraftCallOutcome | null {
    if (tab?.device.signedOut) return { ok: false, failure: { kind: 'signedOut' } };
    if (this.calm || !this.random.oneIn(30)) return null;
    const retryAfter = (1 + this.random.below(40)) * second;
    return { ok: false, failure: { kind: 'limited', retryAfter } };
  }

  /** The reply reaches the tab that sent the request. */
  answer(flight: Flight): void {
    const { tab, reply } = flight;
    this.remove(flight);
    if (!tab || !reply) return;
    if (!('register' in reply)) return tab.dispatch(reply);
    const { queue, sync, message } = reply.register;
    tab.registering = false;
    tab.queue = queue;
    tab.taken = 0;
    tab.dispatch({ type: 'sync', value: sync });
    tab.dispatch({ type: 'registered', message });
  }

  /** The tab gives up on the request, which might have been executed or still be. */
  giveUp(flight: Flight): void {
    const { tab, request } = flight;
    if (!tab) return;
    flight.tab = null;
    if (request.kind === 'register') tab.registering = false;
    else tab.dispatch(givenUp(request));
  }

  /** A message of a closed tab arrives before the next one is sent, or never. */
  abandon(flight: Flight): void {
    if (flight.request.kind !== 'send') return;
    if (!flight.reply && this.random.oneIn(2)) this.arrive(flight);
    this.remove(flight);
  }

  remove(flight: Flight): void {
    const at = this.flights.indexOf(flight);
    if (at >= 0) this.flights.splice(at, 1);
  }

  /** Reads up to `count` events of the tab's queue. True if the queue existed. */
  poll(tab: Tab, count: number, again = false): void {
    if (tab.queue === null) return;
    const log = this.server.queues.get(tab.queue);
    if (!log) {
      tab.queue = null;
      return;
    }
    const from = again ? Math.max(0, tab.taken - 2) : tab.taken;
    for (const entry of log.slice(from, tab.taken + count)) {
      if ('draft' in entry) tab.dispatch({ type: 'event', id: entry.id, event: entry.draft });
      else if (entry.id >= tab.taken) tab.dispatch({ type: 'sync', value: entry.sync });
    }
    tab.taken = Math.min(log.length, tab.taken + count);
  }

  switchSync(): void {
    const { rows, edited, sync } = this.server;
    for (const { id, content } of rows.values()) {
      if (sync && edited.has(id)) this.ledger.noteLabel(content, content);
    }
    // A device that hasn't received the row's deletion uploads it again.
    for (const { records } of sync ? this.devices : []) {
      for (const { serverId, base } of records.values()) {
        if (serverId === null || !base || rows.has(serverId) || !edited.has(serverId)) continue;
        this.ledger.noteLabel(base.body.content, base.body.content);
      }
    }
    this.server.setSync(!sync);
  }

  /**
   * From now on everything works; runs until nothing is left to do. False if that never happens.
   */
  settle(): boolean {
    this.calm = true;
    this.server.setSync(true);
    for (const device of this.devices) {
      device.offline = false;
      device.signIn();
      device.full = false;
      while (device.tabs.length < tabsEach) device.open();
      for (const tab of device.tabs) {
        for (const local of tab.state.editors.keys()) tab.dispatch({ type: 'leave', local });
        if (!tab.state.online) tab.dispatch({ type: 'online', value: true });
      }
    }
    if (!this.rest()) return false;
    // A tab that was closed with an emptied box leaves it behind until the next one takes over.
    const left = this.devices.filter((device) =>
      [...device.records.values()].some((record) => isBlankBody(record.body)),
    );
    for (const device of left) for (const tab of [...device.tabs]) this.reload(device, tab);
    return left.length === 0 || this.rest();
  }

  private rest(): boolean {
    for (let round = 0; round < settleRounds; round++) {
      if (this.drain()) continue;
      if (!this.wake()) return true;
    }
    return false;
  }

  private reload(device: Device, tab: Tab): void {
    device.kill(tab);
    device.open();
  }

  /** Does once everything that is possible without time passing. False if there was nothing. */
  drain(): boolean {
    let busy = false;
    for (const device of this.devices) device.elect();
    for (const tab of this.tabs) {
      if (tab.queue !== null && !this.server.queues.has(tab.queue)) tab.queue = null;
      tab.register();
      // A 401 from before the user signed in again can arrive late.
      if (!tab.state.signedIn) tab.dispatch({ type: 'signedIn', value: true });
      if (tab.storing.length > 0 || tab.inbox.length > 0) busy = true;
      tab.finish();
      const log = tab.queue === null ? undefined : this.server.queues.get(tab.queue);
      if (log && log.length > tab.taken) {
        busy = true;
        this.poll(tab, log.length);
      }
      if (tab === tab.device.leader && this.settleSendings(tab)) busy = true;
    }
    for (const flight of [...this.flights]) {
      busy = true;
      if (!flight.reply) this.arrive(flight);
      this.answer(flight);
    }
    return busy;
  }

  /** The user reports what happened to each message. */
  private settleSendings(tab: Tab): boolean {
    let settled = false;
    for (const { local, sending } of [...tab.device.records.values()]) {
      if (!sending || tab.state.queue.length > 0) continue;
      if (sending.state !== 'failed' && sending.state !== 'unknown') continue;
      settled = true;
      const arrived = this.server.messages.some(({ attempt }) => attempt === sending.attempt);
      tab.dispatch({ type: 'settleSending', local, arrived });
      tab.finish();
    }
    return settled;
  }

  /** Advances time until the next tab wants to be woken. */
  private wake(): boolean {
    let first: { tab: Tab; at: number } | null = null;
    for (const tab of this.tabs) {
      const at = this.subject.wakeAt(tab.state, tab.device.now);
      if (at === null) continue;
      const real = at - tab.device.skew;
      if (!first || real < first.at) first = { tab, at: real };
    }
    if (!first || first.at - this.time > maxWait) return false;
    this.time = Math.max(this.time + 1, first.at);
    first.tab.dispatch({ type: 'tick' });
    return true;
  }

  type(tab: Tab, local: string, body: DraftBody): void {
    if (!tab.state.editors.get(local)?.focused) tab.dispatch({ type: 'focus', local });
    tab.dispatch({ type: 'typed', local, body });
  }
}

function givenUp(request: Exclude<Flight['request'], { kind: 'register' }>): DraftEngineEvent {
  switch (request.kind) {
    case 'call': {
      const outcome = { ok: false, failure: { kind: 'unknown' } } as const;
      return { type: 'answered', call: request.call, outcome };
    }
    case 'send':
      return { type: 'sendAnswered', job: request.job, outcome: { state: 'lost' } };
    case 'check':
      return { type: 'checked', job: request.job, outcome: { state: 'unreachable' } };
  }
}
