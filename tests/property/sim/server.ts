import {
  normalizeBody,
  sameDraftRecipient,
  defaultLimits,
  type DraftBody,
} from '../../../src/lib/features/drafts/engine/draft-body';
import {
  recognizeSentMessage,
  type CheckOutcome,
  type SendOutcome,
} from '../../../src/lib/features/drafts/engine/sendings';
import type { DraftCallOutcome } from '../../../src/lib/features/drafts/engine/call-outcomes';
import type { ServerDraftEvent } from '../../../src/lib/features/drafts/engine/engine';
import type { ServerDraft } from '../../../src/lib/features/drafts/engine/server-rows';
import type {
  DraftSending,
  ServerCopy,
} from '../../../src/lib/features/drafts/engine/draft-record';
import type { DraftCall } from '../../../src/lib/features/drafts/engine/engine-state';

export interface Registered {
  readonly queue: number;
  readonly sync: boolean;
  /** Highest message id. */
  readonly message: number;
}

export type LogEntry =
  | { readonly id: number; readonly draft: ServerDraftEvent }
  | { readonly id: number; readonly sync: boolean };

export interface Message {
  readonly id: number;
  readonly attempt: string;
  /**
   * When it was sent, in milliseconds since 1970 by the device's clock: the order in which the user
   * sent them.
   */
  readonly at: number;
  /** Null if the tab that sent it was closed. */
  readonly device: number | null;
  readonly body: DraftBody;
  readonly content: string;
}

const fault: DraftCallOutcome = { ok: false, failure: { kind: 'fault' } };
const refused: DraftCallOutcome = { ok: false, failure: { kind: 'refused', reason: 'no' } };
const gone: DraftCallOutcome = { ok: false, failure: { kind: 'gone' } };

/** A request to the server and its answer, in the order of the answers. */
export type ServerExchange =
  | { readonly kind: 'call'; readonly call: DraftCall; readonly outcome: DraftCallOutcome }
  | { readonly kind: 'send'; readonly sending: DraftSending; readonly outcome: SendOutcome }
  | { readonly kind: 'check'; readonly sending: DraftSending; readonly outcome: CheckOutcome }
  | { readonly kind: 'register'; readonly registered: Registered }
  | { readonly kind: 'sync'; readonly value: boolean };

/**
 * The service's drafts as its handlers treat them: normalized rows, POST all or nothing, an event
 * of every write in every queue, only errors while sync is off, rows deleted without events when it
 * is switched off. `truth.test.ts` compares each answer with the service's.
 */
export class Server {
  readonly rows = new Map<number, ServerDraft>();
  readonly queues = new Map<number, LogEntry[]>();
  /** By id, with the attempt that created them. */
  readonly messages: Message[] = [];
  readonly edited = new Set<number>();
  sync = true;
  /** A word at which the server fails, wherever it occurs; '' in most histories. */
  hard = '';
  private lastId = 0;
  private lastQueue = 0;

  constructor(private readonly note: (exchange: ServerExchange) => void = () => undefined) {}

  register(): Registered {
    const queue = ++this.lastQueue;
    this.queues.set(queue, []);
    const registered = { queue, sync: this.sync, message: this.messages.length };
    this.note({ kind: 'register', registered });
    return registered;
  }

  send(sending: DraftSending, device: number | null): SendOutcome {
    const { attempt, body, at } = sending;
    const messageId = this.messages.length + 1;
    const outcome = this.isHard(body)
      ? ({ state: 'fault' } as const)
      : isFine(body)
        ? ({ state: 'sent', messageId } as const)
        : ({ state: 'failed', reason: 'no' } as const);
    if (outcome.state === 'sent') {
      const content = body.content.toWellFormed();
      this.messages.push({ id: messageId, attempt, at, device, body, content });
    }
    this.note({ kind: 'send', sending, outcome });
    return outcome;
  }

  isHard({ content }: DraftBody): boolean {
    return this.hard !== '' && content.includes(this.hard);
  }

  has({ body }: DraftSending): boolean {
    return this.messages.some(
      ({ content }) => content.trim() === body.content.toWellFormed().trim(),
    );
  }

  /** The user's own messages in the conversation, as far as one request reaches. */
  look(sending: DraftSending): CheckOutcome {
    const { type, to, topic } = sending.body;
    const own = this.messages.filter(({ body }) => sameDraftRecipient(body, { type, to, topic }));
    const messageId = recognizeSentMessage(sending, own.slice(-20));
    const outcome: CheckOutcome =
      messageId === null ? { state: 'absent' } : { state: 'arrived', messageId };
    this.note({ kind: 'check', sending, outcome });
    return outcome;
  }

  handle(call: DraftCall): DraftCallOutcome {
    const outcome = this.answer(call);
    this.note({ kind: 'call', call, outcome });
    return outcome;
  }

  /** Requests of a client that only stores rows. */
  post(copies: readonly ServerCopy[]): void {
    const jobs = copies.map((copy) => ({ kind: 'post', local: '', copy }) as const);
    this.handle({ kind: 'post', jobs });
  }

  patch(serverId: number, copy: ServerCopy): void {
    this.handle({ kind: 'patch', job: { kind: 'patch', local: '', serverId, copy } });
  }

  remove(serverId: number): void {
    this.handle({ kind: 'delete', job: { kind: 'delete', key: '', serverId } });
  }

  private answer(call: DraftCall): DraftCallOutcome {
    if (!this.sync) return refused;
    switch (call.kind) {
      case 'list':
        return { ok: true, rows: [...this.rows.values()] };
      case 'post': {
        if (!call.jobs.every(({ copy }) => isFine(copy.body))) return refused;
        if (call.jobs.some(({ copy }) => this.isHard(copy.body))) return fault;
        return { ok: true, ids: this.add(call.jobs.map((job) => job.copy)) };
      }
      case 'patch':
        return this.change(call.job.serverId, call.job.copy);
      case 'delete':
        return this.drop(call.job.serverId);
    }
  }

  private add(copies: readonly ServerCopy[]): number[] {
    const drafts = copies.map((copy) => rowOf(++this.lastId, copy));
    for (const row of drafts) this.rows.set(row.id, row);
    this.log({ op: 'add', drafts });
    return drafts.map((row) => row.id);
  }

  private change(id: number, copy: ServerCopy): DraftCallOutcome {
    if (!this.rows.has(id)) return gone;
    if (!isFine(copy.body)) return refused;
    if (this.isHard(copy.body)) return fault;
    const draft = rowOf(id, copy);
    this.rows.set(id, draft);
    this.edited.add(id);
    this.log({ op: 'update', draft });
    return { ok: true };
  }

  private drop(id: number): DraftCallOutcome {
    if (!this.rows.delete(id)) return gone;
    this.log({ op: 'remove', draft_id: id });
    return { ok: true };
  }

  setSync(sync: boolean): void {
    if (sync === this.sync) return;
    this.sync = sync;
    if (!sync) this.rows.clear();
    for (const queue of this.queues.values()) queue.push({ id: queue.length, sync });
    this.note({ kind: 'sync', value: sync });
  }

  private log(draft: ServerDraftEvent): void {
    for (const queue of this.queues.values()) queue.push({ id: queue.length, draft });
  }
}

function isFine(body: DraftBody): boolean {
  return body.content.trim() !== '' && !body.content.includes('\0') && !body.topic.includes('\0');
}

function rowOf(id: number, { body, timestamp }: ServerCopy): ServerDraft {
  const { type, to, topic, content } = normalizeBody(body, defaultLimits);
  return { id, type, to, topic, content: content.slice(0, 10_000), timestamp };
}
