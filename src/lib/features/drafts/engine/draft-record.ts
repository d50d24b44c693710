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

/** A draft as the server had it. */
export interface ServerCopy {
  readonly body: DraftBody;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** A push whose echo has not come through the event queue yet. */
export interface PendingPush {
  readonly body: DraftBody;
  /** The server said yes. Without it nobody knows whether the push arrived. */
  readonly acked: boolean;
}

/** How often one edit was written over the server's row. Further times bring merged texts only. */
export interface PatchHistory {
  readonly editedAt: number;
  readonly times: number;
  /** The last time. Device clock, milliseconds. */
  readonly at: number;
}

export interface DraftSending {
  /**
   * `queued` waits for the connection, or for what goes before it in its conversation. `checking`:
   * the reply was lost, and the conversation is looked at. `unknown`: that was not possible, and the
   * person must say.
   */
  readonly state: 'queued' | 'inflight' | 'checking' | 'failed' | 'unknown';
  /** Names the attempt, so that a late answer to an older one changes nothing. */
  readonly attempt: string;
  readonly body: DraftBody;
  /** Device clock, milliseconds. */
  readonly at: number;
  /** The server's sentence, or a word of ours such as `waited` or `interrupted`. */
  readonly reason: string | null;
  /** How often it went out: an answer about an older time changes nothing. */
  readonly tries: number;
  /**
   * Highest message id known before it first went out, 0 when none was: a message that arrived has a
   * higher one, whatever the clocks say.
   */
  readonly after: number;
}

export interface UnconfirmedPost {
  /** The highest row id known: the row of this POST would have a higher one. */
  readonly after: number;
  readonly body: DraftBody;
  /** The row that it had before the server dropped all, as was said: seen again, it was old news. */
  readonly row?: number;
}

/** One draft on this device. Everything about it that must survive a crash is in here. */
export interface DraftRecord {
  readonly local: string;
  readonly body: DraftBody;
  /** Device clock, milliseconds; its seconds travel as the draft's timestamp. */
  readonly editedAt: number;
  readonly serverId: number | null;
  /** The newest server copy we know of, from a reply, a list or an event. */
  readonly base: ServerCopy | null;
  /** The server's text at our place in the event log: the fork of any foreign change. */
  readonly seen: DraftBody | null;
  /** Own pushes that lie ahead in the event log, oldest first. */
  readonly echoes: readonly PendingPush[];
  /** Absent from records of an older version. */
  readonly patches?: PatchHistory | null;
  /** A POST is under way or its reply was lost: look at the list before posting again. */
  readonly doubt: UnconfirmedPost | null;
  /** Marks of earlier copies that the server may show under an id we do not know. */
  readonly ghosts: readonly string[];
  /** The draft that holds the other side of an unresolved conflict. */
  readonly conflict: { readonly other: string; readonly base: DraftBody } | null;
  /** Key of the draft whose other box in this browser wrote this text; it may write on. */
  readonly asideOf: string | null;
  readonly notice: 'revived' | null;
  /** The server refused this very text; not tried again until it changes. */
  readonly refused: { readonly body: DraftBody; readonly reason: string } | null;
  /** Absent from records of an older version. */
  readonly trial?: WriteTrial | null;
  readonly sending: DraftSending | null;
}

/** What is left of a removed draft, so that no late event, list or reply brings it back. */
export interface DraftTombstone {
  readonly key: string;
  readonly local: string;
  readonly serverId: number | null;
  readonly ghosts: readonly string[];
  readonly text: string;
  /** A DELETE is still owed. */
  readonly pending: boolean;
  /** A person here deleted or sent it: copies that turn up again are deleted too. */
  readonly pursue: boolean;
  /** Its POST may have arrived: the list must be looked at before the grave can rest. */
  readonly doubt: boolean;
  readonly at: number;
  /** Of the DELETE. Absent from graves of an older version. */
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

/** Leaves out the ghosts. */
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
 * The same record, built by the literal that builds all of them: so they have one hidden class, however
 * they were spread together, and looking at them stays quick (see `amend`).
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

/** What is forgotten when the server's row is gone, wiped or given to another record. */
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
 * What gets a row of its own, beside the row of which these are earlier copies: dated so that it is
 * none of them. Every device takes a new row with the mark of an earlier copy for a double, and
 * deletes it.
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
 * The copy that a push of this record makes on the server. Its timestamp is later than that of the
 * copy it replaces, whatever the clocks of the devices say: so an older one is known by it.
 */
export function serverCopyOf(record: DraftRecord, limits: DraftLimits): ServerCopy {
  const earliest = record.base ? record.base.timestamp + 1 : 0;
  const timestamp = Math.max(earliest, toUnixSeconds(record.editedAt));
  return { body: normalizeBody(record.body, limits), timestamp };
}

/** The text differs from what the server is known to have. */
export function isDirty(record: DraftRecord, limits: DraftLimits): boolean {
  if (!record.base) return true;
  const { body } = record.base;
  return (
    !sameDraftBody(record.body, body) && !sameDraftBody(normalizeBody(record.body, limits), body)
  );
}

/** Dirty, and the server would take it as it is. */
export function isPushable(record: DraftRecord, limits: DraftLimits): boolean {
  if (isBlankBody(record.body) || !isDirty(record, limits)) return false;
  if (draftProblemOf(record.body, limits)) return false;
  return !record.refused || !sameDraftBody(record.refused.body, normalizeBody(record.body, limits));
}
