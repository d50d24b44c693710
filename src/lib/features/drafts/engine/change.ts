import type { BinReason } from './record';
import {
  close,
  edit,
  queueSending,
  remove,
  requeueSending,
  resolve,
  restore,
  sendingEnded,
  takeOver,
  type Choice,
  type Edit,
  type SendingEnd,
} from './local-changes';
import { recall, type LastWord } from './last-words';
import { loseRow, showRow, type Row } from './remote';
import {
  begin,
  beginSending,
  deleted,
  failedAt,
  listed,
  patched,
  posted,
  requeued,
  undone,
  wiped,
  type DeleteJob,
  type Job,
  type Listing,
  type PatchJob,
  type PostJob,
} from './replies';
import type { WorkingSet } from './working-set';

/** Everything that writes to the store. One change is one store transaction. */
export type Change =
  | ({ readonly type: 'edit' } & Edit)
  | { readonly type: 'recall'; readonly word: LastWord }
  | { readonly type: 'close'; readonly local: string }
  | { readonly type: 'remove'; readonly locals: readonly string[]; readonly reason: BinReason }
  | { readonly type: 'restore'; readonly binId: string; readonly local: string }
  | {
      readonly type: 'resolve';
      readonly local: string;
      readonly choice: Choice;
      readonly text: string | null;
    }
  | { readonly type: 'dismiss'; readonly local: string }
  | { readonly type: 'emptyBin'; readonly ids: readonly string[] }
  | { readonly type: 'queueSending'; readonly local: string; readonly attempt: string }
  | { readonly type: 'beginSending'; readonly local: string; readonly after: number }
  | {
      readonly type: 'requeueSending';
      readonly local: string;
      readonly attempt: string;
      readonly tries: number;
    }
  | {
      readonly type: 'sendingEnded';
      readonly local: string;
      readonly attempt: string;
      readonly state: SendingEnd;
      readonly reason: string | null;
    }
  | { readonly type: 'takeOver' }
  | { readonly type: 'begin'; readonly locals: readonly string[]; readonly after: number }
  | { readonly type: 'posted'; readonly jobs: readonly PostJob[]; readonly ids: readonly number[] }
  | { readonly type: 'patched'; readonly job: PatchJob }
  | {
      readonly type: 'undone';
      readonly job: PostJob | PatchJob;
      /** The server's sentence when it refused this very text. */
      readonly reason: string | null;
    }
  | {
      readonly type: 'failedAt';
      readonly jobs: readonly (PostJob | PatchJob | DeleteJob)[];
      /** The server failed and said so. */
      readonly answered: boolean;
    }
  | { readonly type: 'deleted'; readonly key: string }
  | { readonly type: 'rows'; readonly rows: readonly Row[] }
  | { readonly type: 'lost'; readonly ids: readonly number[] }
  | { readonly type: 'listed'; readonly listing: Listing }
  | { readonly type: 'requeued' }
  | { readonly type: 'wiped'; readonly after: number };

/**
 * What a change must be given. `locals`: those records, what was set aside of them, and their bin
 * entries. `rows`: the records and graves of those rows, with their bin entries; all when one of the
 * ids is unknown.
 */
export type Scope =
  | { readonly type: 'all' }
  | { readonly type: 'locals'; readonly locals: readonly string[] }
  | { readonly type: 'rows'; readonly ids: readonly number[] };

export function scopeOf(change: Change): Scope {
  switch (change.type) {
    case 'edit':
    case 'close':
    case 'dismiss':
    case 'queueSending':
    case 'beginSending':
    case 'requeueSending':
    case 'sendingEnded':
      return { type: 'locals', locals: [change.local] };
    case 'recall':
      return { type: 'locals', locals: [change.word.local] };
    case 'remove':
    case 'begin':
      return { type: 'locals', locals: change.locals };
    case 'undone':
      return { type: 'locals', locals: [change.job.local] };
    case 'patched':
      return { type: 'rows', ids: [change.job.serverId] };
    case 'rows':
      return { type: 'rows', ids: change.rows.map((row) => row.id) };
    case 'lost':
      return { type: 'rows', ids: change.ids };
    default:
      return { type: 'all' };
  }
}

/** Applies a change to the working set and says what is to be done over the network. */
export function applyChange(work: WorkingSet, change: Change): readonly Job[] {
  switch (change.type) {
    case 'begin':
      return begin(work, change.locals, change.after);
    case 'beginSending':
      return beginSending(work, change.local, change.after);
    case 'rows': {
      const doubts = change.rows.map((row) => showRow(work, row, 'event'));
      return doubts.includes(true) ? [{ kind: 'list' }] : [];
    }
    default:
      write(work, change);
      return [];
  }
}

/** Changes after which something is to be done over the network. */
type Asking = 'begin' | 'beginSending' | 'rows';

function write(work: WorkingSet, change: Exclude<Change, { type: Asking }>): void {
  switch (change.type) {
    case 'edit':
      return edit(work, change);
    case 'recall':
      return recall(work, change.word);
    case 'close':
      return close(work, change.local);
    case 'remove':
      return remove(work, change.locals, change.reason);
    case 'restore':
      return restore(work, change.binId, change.local);
    case 'resolve':
      return resolve(work, change.local, change.choice, change.text);
    case 'dismiss': {
      const record = work.records.get(change.local);
      if (record) work.put({ ...record, notice: null, refused: null, trial: null });
      return;
    }
    case 'emptyBin':
      return change.ids.forEach((id) => work.dropBin(id));
    case 'queueSending':
      return queueSending(work, change.local, change.attempt);
    case 'requeueSending':
      return requeueSending(work, change.local, change.attempt, change.tries);
    case 'sendingEnded':
      return sendingEnded(work, change.local, change.attempt, change.state, change.reason);
    case 'takeOver':
      requeued(work);
      return takeOver(work);
    case 'posted':
      return posted(work, change.jobs, change.ids);
    case 'patched':
      return patched(work, change.job);
    case 'undone':
      return undone(work, change.job, change.reason);
    case 'failedAt':
      return failedAt(work, change.jobs, change.answered);
    case 'deleted':
      return deleted(work, change.key);
    case 'lost':
      return change.ids.forEach((id) => loseRow(work, id));
    case 'listed':
      return listed(work, change.listing);
    case 'requeued':
      return requeued(work);
    case 'wiped':
      return wiped(work, change.after);
  }
}
