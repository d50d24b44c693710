import {
  isBlank,
  normalise,
  printOf,
  problemOf,
  sameBody,
  secondsOf,
  type Body,
  type Limits,
} from './body';
import type { Trial } from './trial';

/** A draft as the server had it. */
export interface ServerCopy {
  readonly body: Body;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** A push whose echo has not come through the event queue yet. */
export interface Push {
  readonly body: Body;
  /** The server said yes. Without it nobody knows whether the push arrived. */
  readonly acked: boolean;
}

/** How often one edit was written over the server's row. Further times bring merged texts only. */
export interface Patches {
  readonly editedAt: number;
  readonly times: number;
  /** The last time. Device clock, milliseconds. */
  readonly at: number;
}

export interface Sending {
  /**
   * `queued` waits for the connection, or for what goes before it in its conversation. `checking`:
   * the reply was lost, and the conversation is looked at. `unknown`: that was not possible, and the
   * person must say.
   */
  readonly state: 'queued' | 'inflight' | 'checking' | 'failed' | 'unknown';
  /** Names the attempt, so that a late answer to an older one changes nothing. */
  readonly attempt: string;
  readonly body: Body;
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

export interface Doubt {
  /** The highest row id known: the row of this POST would have a higher one. */
  readonly after: number;
  readonly body: Body;
  /** The row that it had before the server dropped all, as was said: seen again, it was old news. */
  readonly row?: number;
}

/** One draft on this device. Everything about it that must survive a crash is in here. */
export interface DraftRecord {
  readonly local: string;
  readonly body: Body;
  /** Device clock, milliseconds; its seconds travel as the draft's timestamp. */
  readonly editedAt: number;
  readonly serverId: number | null;
  /** The newest server copy we know of, from a reply, a list or an event. */
  readonly base: ServerCopy | null;
  /** The server's text at our place in the event log: the fork of any foreign change. */
  readonly seen: Body | null;
  /** Own pushes that lie ahead in the event log, oldest first. */
  readonly echoes: readonly Push[];
  /** Absent from records of an older version. */
  readonly patches?: Patches | null;
  /** A POST is under way or its reply was lost: look at the list before posting again. */
  readonly doubt: Doubt | null;
  /** Marks of earlier copies that the server may show under an id we do not know. */
  readonly ghosts: readonly string[];
  /** The draft that holds the other side of an unresolved conflict. */
  readonly conflict: { readonly other: string; readonly base: Body } | null;
  /** Key of the draft whose other box in this browser wrote this text; it may write on. */
  readonly asideOf: string | null;
  readonly notice: 'revived' | null;
  /** The server refused this very text; not tried again until it changes. */
  readonly refused: { readonly body: Body; readonly reason: string } | null;
  /** Absent from records of an older version. */
  readonly trial?: Trial | null;
  readonly sending: Sending | null;
}

/** What is left of a removed draft, so that no late event, list or reply brings it back. */
export interface Grave {
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
  readonly trial?: Trial | null;
}

export type BinReason =
  'sent' | 'scheduled' | 'cleared' | 'deleted' | 'deleted_elsewhere' | 'overwritten';

export interface BinEntry {
  readonly id: string;
  readonly local: string;
  readonly body: Body;
  readonly reason: BinReason;
  /** Device clock, milliseconds. */
  readonly at: number;
}

export const binLifetime = 30 * 86_400_000;
const ghostsKept = 16;
const echoesKept = 8;

export function newRecord(local: string, body: Body, editedAt: number): DraftRecord {
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
export function sameRecord(a: DraftRecord, b: DraftRecord): boolean {
  return (
    a.local === b.local &&
    sameBody(a.body, b.body) &&
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
  return a.timestamp === b.timestamp && sameBody(a.body, b.body);
}

function sameOrNull(a: Body | null, b: Body | null): boolean {
  return a === null || b === null ? a === b : sameBody(a, b);
}

function samePushes(a: readonly Push[], b: readonly Push[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((push, index) => {
    const other = b[index];
    return other?.acked === push.acked && sameBody(other.body, push.body);
  });
}

/**
 * The same record, built by the literal that builds all of them: so they have one hidden class, however
 * they were spread together, and looking at them stays quick (see `amend`).
 */
export function plainRecord(record: DraftRecord, ghosts: readonly string[]): DraftRecord {
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
export const unlinked = {
  serverId: null,
  base: null,
  seen: null,
  echoes: [],
  doubt: null,
} as const;

export function linkTo(serverId: number, copy: ServerCopy, echoes: readonly Push[] = []) {
  return { serverId, base: copy, seen: copy.body, echoes, doubt: null, trial: null } as const;
}

export function withGhost(record: DraftRecord, copy: ServerCopy): readonly string[] {
  const print = printOf(copy.body, copy.timestamp);
  if (record.ghosts.includes(print)) return record.ghosts;
  return [...record.ghosts, print].slice(-ghostsKept);
}

/**
 * What gets a row of its own, beside the row of which these are earlier copies: dated so that it is
 * none of them. Every device takes a new row with the mark of an earlier copy for a double, and
 * deletes it.
 */
export function datedApart(
  record: DraftRecord,
  ghosts: readonly string[],
  limits: Limits,
): DraftRecord {
  const { body, timestamp } = copyOf(record, limits);
  if (!ghosts.includes(printOf(body, timestamp))) return record;
  return datedApart({ ...record, editedAt: record.editedAt + 1000 }, ghosts, limits);
}

export function withPush(echoes: readonly Push[], body: Body): readonly Push[] {
  const last = echoes.at(-1);
  if (last && sameBody(last.body, body)) {
    return [...echoes.slice(0, -1), { body, acked: false }];
  }
  return [...echoes, { body, acked: false }].slice(-echoesKept);
}

/**
 * The copy that a push of this record makes on the server. Its timestamp is later than that of the
 * copy it replaces, whatever the clocks of the devices say: so an older one is known by it.
 */
export function copyOf(record: DraftRecord, limits: Limits): ServerCopy {
  const earliest = record.base ? record.base.timestamp + 1 : 0;
  const timestamp = Math.max(earliest, secondsOf(record.editedAt));
  return { body: normalise(record.body, limits), timestamp };
}

/** The text differs from what the server is known to have. */
export function isDirty(record: DraftRecord, limits: Limits): boolean {
  if (!record.base) return true;
  const { body } = record.base;
  return !sameBody(record.body, body) && !sameBody(normalise(record.body, limits), body);
}

/** Dirty, and the server would take it as it is. */
export function isPushable(record: DraftRecord, limits: Limits): boolean {
  if (isBlank(record.body) || !isDirty(record, limits)) return false;
  if (problemOf(record.body, limits)) return false;
  return !record.refused || !sameBody(record.refused.body, normalise(record.body, limits));
}
