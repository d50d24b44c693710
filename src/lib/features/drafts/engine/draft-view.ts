import { isBlankBody, draftProblemOf, sameDraftBody, type DraftBody } from './draft-body';
import { mergeBodies } from './merge-bodies';
import { isDirty, type TrashEntry, type DraftRecord, type DraftSending } from './draft-record';
import type { DraftEditor, DraftEngineState } from './engine-state';
import { isBackedOff } from './write-trial';

/**
 * `unsaved`: not on the disk yet. `local`: nothing the server would keep. `saving`: on this device,
 * on its way. `offline`: on this device until the connection is back; `signedOut`: until the person
 * is. `off`: sync is switched off. `blocked`: the server would refuse it, see `reason`.
 */
export type SyncState =
  'unsaved' | 'local' | 'saving' | 'saved' | 'offline' | 'signedOut' | 'off' | 'blocked';

export interface DraftConflict {
  /** Key of the draft that holds the other text. */
  readonly other: string;
  readonly mine: DraftBody;
  readonly theirs: DraftBody;
  readonly base: DraftBody;
  /** Both changes in one text; where they overlap mine comes first, then theirs. */
  readonly merged: string;
}

export interface DraftView {
  /** Local key; the same for the life of the draft, across tabs and reloads. */
  readonly key: string;
  readonly body: DraftBody;
  /** Device clock, milliseconds. */
  readonly updatedAt: number;
  readonly sync: SyncState;
  /** `too_long`, `topic_too_long`, `null_byte`, `server_fault`, or the server's own sentence. */
  readonly reason: string | null;
  /** Has a conflict to be resolved. */
  readonly conflicted: boolean;
  /** This draft is the other side of that draft's conflict. */
  readonly conflictOf: string | null;
  /** Deleted elsewhere while it had unsent changes here, and kept. */
  readonly revived: boolean;
  /** Deleted or sent elsewhere while its box is open here; the text is in the bin. */
  readonly removed: boolean;
  /** The stored text has moved on; the box shows it once it is left. */
  readonly held: boolean;
  readonly sending: Pick<DraftSending, 'state' | 'reason'> | null;
}

/** One draft, also one that is not in the list: a new one without text, or a removed one. */
export function viewDraft(
  state: DraftEngineState,
  list: readonly DraftView[],
  key: string,
): DraftView | undefined {
  const editor = state.editors.get(key);
  if (editor && !state.records.has(key)) return viewUnstoredDraft(state, key, editor);
  return list.find((view) => view.key === key);
}

/** A stored draft; with an editor as its box shows it. `draftConflictOf`: see `DraftView`. */
export function viewStoredDraft(
  state: DraftEngineState,
  record: DraftRecord,
  editor: DraftEditor | undefined,
  conflictOf: string | null,
): DraftView {
  const body = editor?.shown ?? record.body;
  const unsaved = isUnsaved(state, record.local, editor);
  const problem = draftProblemOf(body, state.limits);
  const other = record.conflict && state.records.get(record.conflict.other);
  return {
    key: record.local,
    body,
    updatedAt: editor?.dirtySince ?? record.editedAt,
    sync: syncOf(state, record, body, unsaved, problem !== null),
    reason:
      problem ?? record.refused?.reason ?? (isSetAside(state, record) ? 'server_fault' : null),
    conflicted: Boolean(other),
    conflictOf,
    revived: record.notice === 'revived',
    removed: false,
    held: Boolean(editor && !unsaved && !sameDraftBody(editor.shown, record.body)),
    sending: record.sending && { state: record.sending.state, reason: record.sending.reason },
  };
}

/** A box whose draft is not stored: a new one, or one that was removed elsewhere. */
export function viewUnstoredDraft(
  state: DraftEngineState,
  key: string,
  editor: DraftEditor,
): DraftView {
  const removed = !isBlankBody(editor.base) && !isUnsaved(state, key, editor);
  return {
    key,
    body: editor.shown,
    updatedAt: editor.dirtySince ?? 0,
    sync: isBlankBody(editor.shown) ? 'local' : 'unsaved',
    reason: null,
    conflicted: false,
    conflictOf: null,
    revived: false,
    removed,
    held: false,
    sending: null,
  };
}

function isUnsaved(
  state: DraftEngineState,
  local: string,
  editor: DraftEditor | undefined,
): boolean {
  if (!editor) return false;
  if (editor.dirtySince !== null) return true;
  return state.queue.some((change) => change.type === 'edit' && change.local === local);
}

function syncOf(
  state: DraftEngineState,
  record: DraftRecord,
  body: DraftBody,
  unsaved: boolean,
  hasProblem: boolean,
): SyncState {
  if (unsaved) return 'unsaved';
  if (isBlankBody(body)) return 'local';
  if (hasProblem || record.refused || isSetAside(state, record)) return 'blocked';
  if (!state.sync) return 'off';
  if (!isDirty(record, state.limits)) return 'saved';
  if (!state.signedIn) return 'signedOut';
  return isDraftServerReachable(state) ? 'saving' : 'offline';
}

/** The server fails at this text again and again; the others go on without it. */
function isSetAside({ limits, sync }: DraftEngineState, record: DraftRecord): boolean {
  return sync && isBackedOff(record.trial, record.editedAt) && isDirty(record, limits);
}

/** Whether the server would answer, as far as is known. */
export function isDraftServerReachable({ online, signedIn, failures }: DraftEngineState): boolean {
  return online && signedIn && failures === 0;
}

export function draftConflictOf(state: DraftEngineState, local: string): DraftConflict | null {
  const record = state.records.get(local);
  const other = record?.conflict && state.records.get(record.conflict.other);
  if (!record?.conflict || !other) return null;
  const mine = state.editors.get(local)?.shown ?? record.body;
  const { base } = record.conflict;
  const merged = mergeBodies(base, mine, other.body, state.limits).body.content;
  return { other: other.local, mine, theirs: other.body, base, merged };
}

/** Newest first. */
export function viewTrash(bin: DraftEngineState['bin']): TrashEntry[] {
  return [...bin.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}
