import type { TrashReason } from './draft-record';
import {
  closeDraft,
  editDraftRecord,
  queueSending,
  removeDrafts,
  requeueSending,
  resolveDraftConflict,
  restoreDraft,
  endSending,
  takeOverSendings,
  type ConflictChoice,
  type DraftEdit,
  type SendingEnd,
} from './local-changes';
import { recoverTyping, type UnsavedTyping } from './unsaved-typing';
import { applyRowRemoval, applyServerRow, type ServerDraft } from './server-rows';
import {
  beginPush,
  beginSending,
  applyDeleted,
  recordFailedWrite,
  applyListing,
  applyPatched,
  applyPosted,
  forgetEchoes,
  recordRefusedWrite,
  applyWipe,
  type DeleteJob,
  type DraftJob,
  type DraftListing,
  type PatchJob,
  type PostJob,
} from './push-results';
import type { WorkingSet } from './working-set';

/** All writes to the store. Each change is one store transaction. */
export type DraftChange =
  | ({ readonly type: 'edit' } & DraftEdit)
  | { readonly type: 'recall'; readonly word: UnsavedTyping }
  | { readonly type: 'close'; readonly local: string }
  | { readonly type: 'remove'; readonly locals: readonly string[]; readonly reason: TrashReason }
  | { readonly type: 'restore'; readonly trashId: string; readonly local: string }
  | {
      readonly type: 'resolve';
      readonly local: string;
      readonly choice: ConflictChoice;
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
      /** The server's message if it refused this exact text. */
      readonly reason: string | null;
    }
  | {
      readonly type: 'failedAt';
      readonly jobs: readonly (PostJob | PatchJob | DeleteJob)[];
      /** The server responded with an error. */
      readonly answered: boolean;
    }
  | { readonly type: 'deleted'; readonly key: string }
  | { readonly type: 'rows'; readonly rows: readonly ServerDraft[] }
  | { readonly type: 'lost'; readonly ids: readonly number[] }
  | { readonly type: 'listed'; readonly listing: DraftListing }
  | { readonly type: 'requeued' }
  | { readonly type: 'wiped'; readonly after: number };

/**
 * The rows that a change needs. `locals`: those records, the records set aside from them, and their
 * trash entries. `rows`: the records and tombstones of those rows with their trash entries, or
 * everything if one of the ids is unknown.
 */
export type ChangeScope =
  | { readonly type: 'all' }
  | { readonly type: 'locals'; readonly locals: readonly string[] }
  | { readonly type: 'rows'; readonly ids: readonly number[] };

export function changeScopeOf(change: DraftChange): ChangeScope {
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

/** Applies a change to the working set and returns the network calls it requires. */
export function applyChange(work: WorkingSet, change: DraftChange): readonly DraftJob[] {
  switch (change.type) {
    case 'begin':
      return beginPush(work, change.locals, change.after);
    case 'beginSending':
      return beginSending(work, change.local, change.after);
    case 'rows': {
      const doubts = change.rows.map((row) => applyServerRow(work, row, 'event'));
      return doubts.includes(true) ? [{ kind: 'list' }] : [];
    }
    default:
      write(work, change);
      return [];
  }
}

/** Changes that can require a network call. */
type Asking = 'begin' | 'beginSending' | 'rows';

function write(work: WorkingSet, change: Exclude<DraftChange, { type: Asking }>): void {
  switch (change.type) {
    case 'edit':
      return editDraftRecord(work, change);
    case 'recall':
      return recoverTyping(work, change.word);
    case 'close':
      return closeDraft(work, change.local);
    case 'remove':
      return removeDrafts(work, change.locals, change.reason);
    case 'restore':
      return restoreDraft(work, change.trashId, change.local);
    case 'resolve':
      return resolveDraftConflict(work, change.local, change.choice, change.text);
    case 'dismiss': {
      const record = work.records.get(change.local);
      if (record) work.put({ ...record, notice: null, refused: null, trial: null });
      return;
    }
    case 'emptyBin':
      return change.ids.forEach((id) => work.dropTrashEntry(id));
    case 'queueSending':
      return queueSending(work, change.local, change.attempt);
    case 'requeueSending':
      return requeueSending(work, change.local, change.attempt, change.tries);
    case 'sendingEnded':
      return endSending(work, change.local, change.attempt, change.state, change.reason);
    case 'takeOver':
      forgetEchoes(work);
      return takeOverSendings(work);
    case 'posted':
      return applyPosted(work, change.jobs, change.ids);
    case 'patched':
      return applyPatched(work, change.job);
    case 'undone':
      return recordRefusedWrite(work, change.job, change.reason);
    case 'failedAt':
      return recordFailedWrite(work, change.jobs, change.answered);
    case 'deleted':
      return applyDeleted(work, change.key);
    case 'lost':
      return change.ids.forEach((id) => applyRowRemoval(work, id));
    case 'listed':
      return applyListing(work, change.listing);
    case 'requeued':
      return forgetEchoes(work);
    case 'wiped':
      return applyWipe(work, change.after);
  }
}
