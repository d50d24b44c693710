import { normalise, usualLimits, type Body } from '../../../src/lib/features/drafts/engine/body';
import type { Outcome } from '../../../src/lib/features/drafts/engine/answers';
import type { DraftsEvent } from '../../../src/lib/features/drafts/engine/engine';
import type { Row } from '../../../src/lib/features/drafts/engine/remote';
import type { ServerCopy } from '../../../src/lib/features/drafts/engine/record';
import type { Call } from '../../../src/lib/features/drafts/engine/state';

export type LogEntry =
  | { readonly id: number; readonly draft: DraftsEvent }
  | { readonly id: number; readonly sync: boolean };

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
  /** Texts by the attempt that brought them. */
  readonly messages: { readonly attempt: string; readonly content: string }[] = [];
  readonly edited = new Set<number>();
  sync = true;
  private lastId = 0;
  private lastQueue = 0;

  register(): { queue: number; sync: boolean } {
    const queue = ++this.lastQueue;
    this.queues.set(queue, []);
    return { queue, sync: this.sync };
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
