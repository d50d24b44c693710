import type { ServerEvent } from '../../../src/lib/api/event-types';
import type { Message } from '../../../src/lib/api/read-messages';
import {
  narrowKey,
  type MessageNarrow,
} from '../../../src/lib/features/conversation/list/message-narrow';
import * as store from '../../../src/lib/features/conversation/list/message-cache';
import { Random } from '../sim/random';
import { Server, visibilityPolicies } from './server';

/** The list's rules, or a copy of them with a fault. */
export type Store = Pick<
  typeof store,
  | 'openWindow'
  | 'beginPageRequest'
  | 'applyPageReply'
  | 'failPageRequest'
  | 'clearFailures'
  | 'applyServerEvents'
  | 'applyNewQueue'
>;

const narrows: readonly MessageNarrow[] = [
  { kind: 'conversation', recipient: { type: 'stream', to: [5], topic: 'logo' } },
  { kind: 'channel', stream_id: 5 },
  { kind: 'all' },
  { kind: 'mentions' },
  { kind: 'starred' },
  { kind: 'followed' },
];

/** A pending request; `reply` is null until the server has answered. */
interface Call {
  readonly narrow: MessageNarrow;
  readonly request: store.MessagePageRequest;
  reply: store.MessagePageReply | null;
}

const steps = 60;
/** Within this many rounds everything pending has arrived. */
const patience = 200;

/** Runs the history of a seed. Returns the rule that was broken, or null. */
export function readingHistory(subject: Store, seed: number): string | null {
  const world = new World(subject, new Random(seed));
  return world.run();
}

class World {
  #held = store.emptyMessageCache;
  readonly #server: Server;
  /** Events that were sent but haven't arrived yet, and the policies at that time. */
  #events: { readonly event: ServerEvent; readonly policies: Server['policies'] }[] = [];
  #policies: Server['policies'] = [];
  #calls: Call[] = [];
  readonly #gone = new Set<number>();

  constructor(
    private readonly subject: Store,
    private readonly random: Random,
  ) {
    this.#server = new Server(random);
  }

  run(): string | null {
    const shown = narrows.filter(() => this.random.oneIn(2));
    for (const narrow of shown) {
      this.#held = this.subject.openWindow(this.#held, narrowKey(narrow), narrow);
    }
    for (let step = 0; step < steps; step++) {
      this.#step();
      const broken = this.#look();
      if (broken) return broken;
    }
    return this.#settle() ?? this.#compare();
  }

  #step(): void {
    switch (this.random.below(12)) {
      case 0:
      case 1:
      case 2:
        this.#act();
        break;
      case 3:
      case 4:
      case 5:
        this.#hear();
        break;
      case 6:
      case 7:
        this.#serve();
        break;
      case 8:
        this.#receive();
        break;
      case 9:
        this.#scroll(this.random.oneIn(2) ? 'older' : 'newer');
        break;
      case 10:
        if (this.random.oneIn(4)) this.#jump();
        break;
      default:
        if (this.random.oneIn(6)) this.#renew();
    }
    this.#mend();
  }

  #act(): void {
    const event = this.#server.act();
    this.#events.push({ event, policies: this.#server.policies });
  }

  #hear(): void {
    const size = this.random.oneIn(3) ? 4 : 1;
    const batch = this.#events.splice(0, size);
    const last = batch.at(-1);
    if (!last) return;
    this.#policies = last.policies;
    for (const { event } of batch) {
      if (event.kind === 'delete_message') for (const id of event.message_ids) this.#gone.add(id);
    }
    // A server can send an event twice.
    const events = batch.flatMap(({ event }) => (this.random.oneIn(8) ? [event, event] : [event]));
    this.#held = this.subject.applyServerEvents(
      this.#held,
      events,
      visibilityPolicies(this.#policies),
    );
  }

  #serve(): void {
    const call = this.random.pick(this.#calls.filter(({ reply }) => reply === null));
    if (call) call.reply = this.#server.reply(call.narrow, call.request);
  }

  #receive(): void {
    const call = this.random.pick(this.#calls);
    if (!call) return;
    const isLost = call.reply === null || this.random.oneIn(10);
    this.#calls = this.#calls.filter((one) => one !== call);
    const key = narrowKey(call.narrow);
    this.#held =
      isLost || !call.reply
        ? this.subject.failPageRequest(this.#held, key, call.request.number, 'lost')
        : this.subject.applyPageReply(
            this.#held,
            key,
            call.request.number,
            call.reply,
            visibilityPolicies(this.#policies),
          );
    if (isLost && this.random.oneIn(2)) this.#held = this.subject.clearFailures(this.#held);
  }

  #scroll(wanted: store.PageKind, only?: string): void {
    for (const [key, { narrow }] of this.#held.windows) {
      if (only === undefined || only === key) this.#ask(key, narrow, wanted);
    }
  }

  #jump(): void {
    const window = this.random.pick([...this.#held.windows.values()]);
    const id = this.random.pick([...this.#server.messages.keys()]);
    if (window && id) this.#ask(narrowKey(window.narrow), window.narrow, 'whole', id);
  }

  #renew(): void {
    this.#events = [];
    this.#policies = this.#server.policies;
    this.#held = this.subject.applyNewQueue(this.#held);
  }

  #ask(key: string, narrow: MessageNarrow, wanted: store.PageKind, at?: store.ListAnchor): void {
    const { held, request } = this.subject.beginPageRequest(this.#held, key, wanted, at);
    this.#held = held;
    if (request) this.#calls.push({ narrow, request, reply: null });
  }

  /** What the app does without user input. */
  #mend(): void {
    for (const [key, { narrow, ids, isStale, hasBegun, requests, failure }] of this.#held.windows) {
      if (!(isStale || !hasBegun) || requests.whole || failure !== undefined) continue;
      const place = this.random.oneIn(2) ? this.random.pick(ids) : undefined;
      this.#ask(key, narrow, 'whole', place);
    }
  }

  /** Rules that hold at every moment. */
  #look(): string | null {
    for (const [key, { ids, hasBegun, requests }] of this.#held.windows) {
      const isOrdered = ids.every((id, at) => at === 0 || id > ids[at - 1]!);
      if (!isOrdered) return `order: ${key} ${ids.join()}`;
      if (ids.some((id) => !this.#held.messages.has(id))) return `without text: ${key}`;
      const back = ids.find((id) => this.#gone.has(id) && hasBegun && !this.#held.old.has(id));
      if (back !== undefined) return `deleted, and there: ${key} ${back}`;
      if (requests.whole && (requests.older || requests.newer)) return `two pages at once: ${key}`;
    }
    return null;
  }

  /** Lets everything arrive and reads every list from beginning to end. */
  #settle(): string | null {
    for (let round = 0; round < patience; round++) {
      this.#held = this.subject.clearFailures(this.#held);
      while (this.#events.length > 0) this.#hear();
      for (const call of this.#calls) call.reply ??= this.#server.reply(call.narrow, call.request);
      while (this.#calls.length > 0) this.#receive();
      this.#mend();
      const windows = [...this.#held.windows];
      const open = windows.filter(([, one]) => one.isStale || !one.hasOldest || !one.hasNewest);
      if (open.length === 0 && this.#calls.length === 0) return null;
      for (const [key, { hasOldest }] of open) this.#scroll(hasOldest ? 'newer' : 'older', key);
    }
    return `never at rest: ${[...this.#held.windows].map(([key, { isStale, hasOldest, hasNewest }]) => `${key} ${isStale} ${hasOldest} ${hasNewest}`).join('; ')}`;
  }

  #compare(): string | null {
    for (const [key, { narrow, ids }] of this.#held.windows) {
      const server = this.#server.held(narrow);
      const wanted = server.map(({ id }) => id);
      // A row stays after its star is removed, until the list is left.
      const shown = narrow.kind === 'starred' ? ids.filter((id) => wanted.includes(id)) : ids;
      if (shown.join() !== wanted.join())
        return `rows: ${key} ${shown.join()} not ${wanted.join()}`;
      for (const message of server) {
        const own = this.#held.messages.get(message.id);
        if (!own || textOf(own) !== textOf(message)) return `text: ${key} ${message.id}`;
      }
    }
    return null;
  }
}

function textOf({ content, stream_id, subject, flags, reactions }: Message): string {
  const people = reactions.map(({ user_id }) => user_id).sort();
  return JSON.stringify([content, stream_id, subject, [...flags].sort(), people]);
}
