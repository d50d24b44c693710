import {
  normalise,
  sameRecipient,
  usualLimits,
  type Body,
} from '../../../src/lib/features/drafts/engine/body';
import { recognise, type CheckOutcome } from '../../../src/lib/features/drafts/engine/outbox';
import type { Outcome } from '../../../src/lib/features/drafts/engine/answers';
import type { DraftsEvent } from '../../../src/lib/features/drafts/engine/engine';
import type { Row } from '../../../src/lib/features/drafts/engine/remote';
import type { Sending, ServerCopy } from '../../../src/lib/features/drafts/engine/record';
import type { Call } from '../../../src/lib/features/drafts/engine/state';

export interface Registered {
  readonly queue: number;
  readonly sync: boolean;
  /** Highest message id. */
  readonly message: number;
}

export type LogEntry =
  | { readonly id: number; readonly draft: DraftsEvent }
  | { readonly id: number; readonly sync: boolean };

export interface Message {
  readonly id: number;
  readonly attempt: string;
  /** Sent so many ms after 1970, by the device's clock: the order in which a person sent them. */
  readonly at: number;
  /** Null when the tab that sent it is dead. */
  readonly device: number | null;
  readonly body: Body;
  readonly content: string;
}

const refused: Outcome = { ok: false, failure: { kind: 'refused', reason: 'no' } };
const gone: Outcome = { ok: false, failure: { kind: 'gone' } };

/**
 * The service's drafts as its handlers have them: rows normalised, POST all or nothing, an event of
 * every write in every queue, nothing but refusals while sync is off, rows dropped without events
 * when it is switched off.
 */
export class Server {
  readonly rows = new Map<number, Row>();
  readonly queues = new Map<number, LogEntry[]>();
  /** By id, with the attempt that brought them. */
  readonly messages: Message[] = [];
  readonly edited = new Set<number>();
  sync = true;
  private lastId = 0;
  private lastQueue = 0;

  register(): Registered {
    const queue = ++this.lastQueue;
    this.queues.set(queue, []);
    return { queue, sync: this.sync, message: this.messages.length };
  }

  /** Its id. */
  send({ attempt, body, at }: Sending, device: number | null): number {
    const id = this.messages.length + 1;
    this.messages.push({ id, attempt, at, device, body, content: body.content });
    return id;
  }

  has({ body }: Sending): boolean {
    return this.messages.some(({ content }) => content.trim() === body.content.trim());
  }

  /** What the conversation shows of the person's own messages, as far as one request reaches. */
  look(sending: Sending): CheckOutcome {
    const { type, to, topic } = sending.body;
    const own = this.messages.filter(({ body }) => sameRecipient(body, { type, to, topic }));
    const messageId = recognise(sending, own.slice(-20));
    return messageId === null ? { state: 'absent' } : { state: 'arrived', messageId };
  }

  handle(call: Call): Outcome {
    if (!this.sync) return refused;
    switch (call.kind) {
      case 'list':
        return { ok: true, rows: [...this.rows.values()] };
      case 'post': {
        if (!call.jobs.every(({ copy }) => isFine(copy.body))) return refused;
        return { ok: true, ids: this.post(call.jobs.map((job) => job.copy)) };
      }
      case 'patch':
        return this.patch(call.job.serverId, call.job.copy);
      case 'delete':
        return this.remove(call.job.serverId);
    }
  }

  post(copies: readonly ServerCopy[]): number[] {
    const drafts = copies.map((copy) => rowOf(++this.lastId, copy));
    for (const row of drafts) this.rows.set(row.id, row);
    this.log({ op: 'add', drafts });
    return drafts.map((row) => row.id);
  }

  patch(id: number, copy: ServerCopy): Outcome {
    if (!this.rows.has(id)) return gone;
    if (!isFine(copy.body)) return refused;
    const draft = rowOf(id, copy);
    this.rows.set(id, draft);
    this.edited.add(id);
    this.log({ op: 'update', draft });
    return { ok: true };
  }

  remove(id: number): Outcome {
    if (!this.rows.delete(id)) return gone;
    this.log({ op: 'remove', draft_id: id });
    return { ok: true };
  }

  setSync(sync: boolean): void {
    if (sync === this.sync) return;
    this.sync = sync;
    if (!sync) this.rows.clear();
    for (const queue of this.queues.values()) queue.push({ id: queue.length, sync });
  }

  private log(draft: DraftsEvent): void {
    for (const queue of this.queues.values()) queue.push({ id: queue.length, draft });
  }
}

function isFine(body: Body): boolean {
  return body.content.trim() !== '' && !body.content.includes('\0') && !body.topic.includes('\0');
}

function rowOf(id: number, { body, timestamp }: ServerCopy): Row {
  const { type, to, topic, content } = normalise(body, usualLimits);
  return { id, type, to, topic, content: content.slice(0, 10_000), timestamp };
}
