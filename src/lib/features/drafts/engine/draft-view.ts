import { isBlankBody, draftProblemOf, sameDraftBody, type DraftBody } from './draft-body';
import { mergeBodies } from './merge-bodies';
import { isDirty, type TrashEntry, type DraftRecord, type DraftSending } from './draft-record';
import type { DraftEditor, DraftEngineState } from './engine-state';
import { isBackedOff } from './write-trial';

/**
 * `unsaved`: not on the disk yet. `local`: nothing the server would store. `saving`: on this device
 * and on its way to the server. `offline`: on this device until there is a connection. `signedOut`:
 * on this device until the user signs in again. `off`: sync is switched off. `blocked`: the server
 * would refuse it, see `reason`.
 */
export type SyncState =
  'unsaved' | 'local' | 'saving' | 'saved' | 'offline' | 'signedOut' | 'off' | 'blocked';

export interface DraftConflict {
  /** Key of the draft with the other text. */
  readonly other: string;
  readonly mine: DraftBody;
  readonly theirs: DraftBody;
  readonly base: DraftBody;
  /** Both changes in one text. Where they overlap, mine comes first, then theirs. */
  readonly merged: string;
}

export interface DraftView {
  /** Local key. It never changes, across tabs and reloads. */
  readonly key: string;
  readonly body: DraftBody;
  /** Device clock, milliseconds. */
  readonly updatedAt: number;
  readonly sync: SyncState;
  /** `too_long`, `topic_too_long`, `null_byte`, `server_fault`, or the server's own message. */
  readonly reason: string | null;
  readonly conflicted: boolean;
  /** Key of the draft of whose conflict this is the other side. */
  readonly conflictOf: string | null;
  /** Deleted elsewhere while it had unsynced changes here, and therefore kept. */
  readonly revived: boolean;
  /** Deleted or sent elsewhere while its box is open here. The text is in the trash. */
  readonly removed: boolean;
  /** The stored text has changed. The box shows it after losing focus. */
  readonly held: boolean;
  readonly sending: Pick<DraftSending, 'state' | 'reason'> | null;
}

/**
 * View of a stored draft; with an editor, it has the text of its box. For `conflictOf`, see
 * `DraftView`.
 */
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

/** View of a box whose draft isn't stored: a new one, or one removed elsewhere. */
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

/** The server keeps failing at this text, so other drafts are synced without it. */
function isSetAside({ limits, sync }: DraftEngineState, record: DraftRecord): boolean {
  return sync && isBackedOff(record.trial, record.editedAt) && isDirty(record, limits);
}

/** Whether the server is expected to respond. */
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
export function viewTrash(trash: DraftEngineState['bin']): TrashEntry[] {
  return [...trash.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}
