import {
  isBlankBody,
  normalizeBody,
  fingerprintOf,
  draftProblemOf,
  sameDraftBody,
  toUnixSeconds,
  type DraftBody,
  type DraftLimits,
} from './draft-body';
import type { WriteTrial } from './write-trial';

/** A draft as stored on the server. */
export interface ServerCopy {
  readonly body: DraftBody;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** A push whose event has not arrived through the event queue yet. */
export interface PendingPush {
  readonly body: DraftBody;
  /** The server confirmed the push. If false, it is unknown whether the push arrived. */
  readonly acked: boolean;
}

/**
 * How often one edit was written over the server's row. Only merged texts are written repeatedly.
 */
export interface PatchHistory {
  readonly editedAt: number;
  readonly times: number;
  /** Last write. Device clock, milliseconds. */
  readonly at: number;
}

export interface DraftSending {
  /**
   * `queued`: waits for the connection, or for an earlier message of its conversation. `checking`:
   * the reply was lost and the conversation is being searched for the message. `unknown`: that
   * wasn't possible, so the user has to decide.
   */
  readonly state: 'queued' | 'inflight' | 'checking' | 'failed' | 'unknown';
  /** Id of the attempt, so that a late reply to an older one is ignored. */
  readonly attempt: string;
  readonly body: DraftBody;
  /** Device clock, milliseconds. */
  readonly at: number;
  /** The server's message, or one of our codes, for example `waited` or `interrupted`. */
  readonly reason: string | null;
  /** Number of tries. Replies to an earlier try are ignored. */
  readonly tries: number;
  /**
   * Highest message id known before the first try, or 0 if none was. If the message arrived, its id
   * is higher, regardless of clocks.
   */
  readonly after: number;
}

export interface UnconfirmedPost {
  /** Highest row id known before the POST. The row that it created has a higher id. */
  readonly after: number;
  readonly body: DraftBody;
  /**
   * The id of its row before a wipe was announced. If that row shows up again, the announcement was
   * outdated.
   */
  readonly row?: number;
}

/** One draft on this device, with everything about it that must survive a crash. */
export interface DraftRecord {
  readonly local: string;
  readonly body: DraftBody;
  /** Device clock, milliseconds. In whole seconds it is the draft's timestamp on the server. */
  readonly editedAt: number;
  readonly serverId: number | null;
  /** The newest known server copy, from a reply, a list or an event. */
  readonly base: ServerCopy | null;
  /** The server's text at our position in the event log: the base for merging remote changes. */
  readonly seen: DraftBody | null;
  /** Our pushes whose events are still ahead in the event log, oldest first. */
  readonly echoes: readonly PendingPush[];
  /** Absent in records written by an older version. */
  readonly patches?: PatchHistory | null;
  /** A POST is under way or its reply was lost: fetch the list before posting again. */
  readonly doubt: UnconfirmedPost | null;
  /** Fingerprints of earlier copies that the server can list under an unknown id. */
  readonly ghosts: readonly string[];
  /** The draft with the other side of an unresolved conflict. */
  readonly conflict: { readonly other: string; readonly base: DraftBody } | null;
  /**
   * Key of the draft whose other box in this browser wrote this text. That box can still edit it.
   */
  readonly asideOf: string | null;
  readonly notice: 'revived' | null;
  /** The server refused this exact text; not retried until it changes. */
  readonly refused: { readonly body: DraftBody; readonly reason: string } | null;
  /** Absent in records written by an older version. */
  readonly trial?: WriteTrial | null;
  readonly sending: DraftSending | null;
}

/** Remains of a removed draft, so that no late event, list or reply restores it. */
export interface DraftTombstone {
  readonly key: string;
  readonly local: string;
  readonly serverId: number | null;
  readonly ghosts: readonly string[];
  readonly text: string;
  /** A DELETE still has to be sent. */
  readonly pending: boolean;
  /** The user deleted or sent the draft here, so copies that turn up later are deleted too. */
  readonly pursue: boolean;
  /**
   * A POST of the draft can have arrived: the list must be fetched before the tombstone can expire.
   */
  readonly doubt: boolean;
  readonly at: number;
  /** Failures of the DELETE. Absent in tombstones written by an older version. */
  readonly trial?: WriteTrial | null;
}

export type TrashReason =
  'sent' | 'scheduled' | 'cleared' | 'deleted' | 'deleted_elsewhere' | 'overwritten';

export interface TrashEntry {
  readonly id: string;
  readonly local: string;
  readonly body: DraftBody;
  readonly reason: TrashReason;
  /** Device clock, milliseconds. */
  readonly at: number;
}

export const trashLifetime = 30 * 86_400_000;
const maxFingerprints = 16;
const maxEchoes = 8;

export function newDraftRecord(local: string, body: DraftBody, editedAt: number): DraftRecord {
  return {
    local,
    body,
    editedAt,
    serverId: null,
    base: null,
    seen: null,
    echoes: [],
    patches: null,
    doubt: null,
    ghosts: [],
    conflict: null,
    asideOf: null,
    notice: null,
    refused: null,
    trial: null,
    sending: null,
  };
}

/** Ignores `ghosts`. */
export function sameDraftRecord(a: DraftRecord, b: DraftRecord): boolean {
  return (
    a.local === b.local &&
    sameDraftBody(a.body, b.body) &&
    a.editedAt === b.editedAt &&
    a.serverId === b.serverId &&
    sameCopy(a.base, b.base) &&
    sameOrNull(a.seen, b.seen) &&
    samePushes(a.echoes, b.echoes) &&
    a.patches === b.patches &&
    a.doubt === b.doubt &&
    a.conflict === b.conflict &&
    a.asideOf === b.asideOf &&
    a.notice === b.notice &&
    a.refused === b.refused &&
    a.trial === b.trial &&
    a.sending === b.sending
  );
}

function sameCopy(a: ServerCopy | null, b: ServerCopy | null): boolean {
  if (a === null || b === null || a === b) return a === b;
  return a.timestamp === b.timestamp && sameDraftBody(a.body, b.body);
}

function sameOrNull(a: DraftBody | null, b: DraftBody | null): boolean {
  return a === null || b === null ? a === b : sameDraftBody(a, b);
}

function samePushes(a: readonly PendingPush[], b: readonly PendingPush[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((push, index) => {
    const other = b[index];
    return other?.acked === push.acked && sameDraftBody(other.body, push.body);
  });
}

/**
 * The same record, built by the one literal that builds all records: they share one hidden class,
 * so property access stays fast (see `amendState`).
 */
export function rebuildRecord(record: DraftRecord, ghosts: readonly string[]): DraftRecord {
  return {
    local: record.local,
    body: record.body,
    editedAt: record.editedAt,
    serverId: record.serverId,
    base: record.base,
    seen: record.seen,
    echoes: record.echoes,
    patches: record.patches ?? null,
    doubt: record.doubt,
    ghosts,
    conflict: record.conflict,
    asideOf: record.asideOf,
    notice: record.notice,
    refused: record.refused,
    trial: record.trial ?? null,
    sending: record.sending,
  };
}

/** Fields that are reset when the server's row is deleted, wiped or linked to another record. */
export const unlinkedFields = {
  serverId: null,
  base: null,
  seen: null,
  echoes: [],
  doubt: null,
} as const;

export function linkToServerRow(
  serverId: number,
  copy: ServerCopy,
  echoes: readonly PendingPush[] = [],
) {
  return { serverId, base: copy, seen: copy.body, echoes, doubt: null, trial: null } as const;
}

export function withPastFingerprint(record: DraftRecord, copy: ServerCopy): readonly string[] {
  const print = fingerprintOf(copy.body, copy.timestamp);
  if (record.ghosts.includes(print)) return record.ghosts;
  return [...record.ghosts, print].slice(-maxFingerprints);
}

/**
 * Dates a draft that gets a new row so that its copy differs from all earlier copies (`ghosts`) of
 * its previous row. Otherwise every device would take the new row for a duplicate and delete it.
 */
export function withDistinctDate(
  record: DraftRecord,
  ghosts: readonly string[],
  limits: DraftLimits,
): DraftRecord {
  const { body, timestamp } = serverCopyOf(record, limits);
  if (!ghosts.includes(fingerprintOf(body, timestamp))) return record;
  return withDistinctDate({ ...record, editedAt: record.editedAt + 1000 }, ghosts, limits);
}

export function withPush(echoes: readonly PendingPush[], body: DraftBody): readonly PendingPush[] {
  const last = echoes.at(-1);
  if (last && sameDraftBody(last.body, body)) {
    return [...echoes.slice(0, -1), { body, acked: false }];
  }
  return [...echoes, { body, acked: false }].slice(-maxEchoes);
}

/**
 * The copy that pushing this record creates on the server. Its timestamp is later than that of the
 * copy it replaces, regardless of device clocks, so older copies can be recognized by their
 * timestamp.
 */
export function serverCopyOf(record: DraftRecord, limits: DraftLimits): ServerCopy {
  const earliest = record.base ? record.base.timestamp + 1 : 0;
  const timestamp = Math.max(earliest, toUnixSeconds(record.editedAt));
  return { body: normalizeBody(record.body, limits), timestamp };
}

/** Whether the text differs from the server's known copy. */
export function isDirty(record: DraftRecord, limits: DraftLimits): boolean {
  if (!record.base) return true;
  const { body } = record.base;
  return (
    !sameDraftBody(record.body, body) && !sameDraftBody(normalizeBody(record.body, limits), body)
  );
}

/** Dirty, and the server would accept it as it is. */
export function isPushable(record: DraftRecord, limits: DraftLimits): boolean {
  if (isBlankBody(record.body) || !isDirty(record, limits)) return false;
  if (draftProblemOf(record.body, limits)) return false;
  return !record.refused || !sameDraftBody(record.refused.body, normalizeBody(record.body, limits));
}
