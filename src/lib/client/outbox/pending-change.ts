import { sameFields, type RowFields, type RowRules } from './row-rules';

/** Kinds of rows; each has its own rules and calls. */
export const outboxKinds = ['scheduled', 'snippet', 'reminder'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/**
 * Why the user has to act. `refused`: the server refused. `late`: its time has passed. `changed`:
 * the row was changed elsewhere in a field that this change also sets. `gone`: the row doesn't
 * exist. `perhaps`: no reply came before its time, so it may have been sent or not.
 */
export type ChangeProblem = 'refused' | 'late' | 'changed' | 'gone' | 'perhaps';

/** The server's refusal, stored so that any tab can explain it. */
export interface ServerRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The row as the user wants it; `to` is null to delete it. */
export interface DesiredChange {
  readonly kind: OutboxKind;
  /** The server's id, or a negative number for a row not created yet, see `newRowId`. */
  readonly row: number;
  /** The row as the user sees it: an earlier change to it can end before this one is stored. */
  readonly from: RowFields | null;
  readonly to: RowFields | null;
  /** The draft with the same text: it stays hidden until the server has the row. */
  readonly draft?: string | undefined;
  /**
   * For a deletion: this client must be the one that deletes, because something follows from it. If
   * the row was deleted elsewhere, that is a problem.
   */
  readonly must?: boolean | undefined;
  /** For a deletion: the draft that then holds the text. It is stored before the row is deleted. */
  readonly instead?: string | undefined;
  /** The draft to send as soon as the row is deleted. */
  readonly send?: string | undefined;
}

export interface AttemptInFlight {
  readonly to: RowFields | null;
  /** When it was last sent: device clock, milliseconds. */
  readonly at: number;
  /** The tab that sent it; missing in rows stored by an older build. */
  readonly by?: string | undefined;
  /** The newest row id known before: a row created by this attempt has a higher one. */
  readonly after: number;
  /** Ids of rows created by other changes, to tell identical rows apart. */
  readonly others: readonly number[];
}

/**
 * A change that the server doesn't have yet. One per row: a later change replaces an earlier one,
 * so a row created and deleted offline is never sent.
 */
export interface PendingChange extends DesiredChange {
  readonly id: string;
  /** When it was first made: device clock, milliseconds. */
  readonly at: number;
  /** Increases with each change, so that a reply to an older one doesn't end the newer one. */
  readonly rev: number;
  /** Set while a sent change has no reply: the server may have it. Stored before sending. */
  readonly tried: AttemptInFlight | null;
  readonly problem: ChangeProblem | null;
  readonly refusal: ServerRefusal | null;
}

/** The row's pending change after the user made another; null if nothing is left to do. */
export function withDesired(
  old: PendingChange | undefined,
  desired: DesiredChange,
  { id, now, rules }: { readonly id: string; readonly now: number; readonly rules: RowRules },
): PendingChange | null {
  if (!old) {
    if (isSame(desired.from, desired.to, rules)) return null;
    return { ...desired, id, at: now, rev: 1, tried: null, problem: null, refusal: null };
  }
  // The user has now seen the row as it is, which isn't the one the change began with.
  const from = old.problem === 'changed' ? desired.from : old.from;
  const { to, instead, send, must, draft = old.draft } = desired;
  const next = {
    ...old,
    from,
    to,
    draft,
    instead,
    send,
    must,
    rev: old.rev + 1,
    problem: null,
    refusal: null,
  };
  return old.tried === null && isSame(from, to, rules) ? null : next;
}

/**
 * Records the attempt before sending `sent`, so that it is known after a crash or a lost reply, and
 * keeps what the server had before. Null if the user made another change, or another tab has sent
 * this one.
 */
export function startAttempt(
  now: PendingChange,
  sent: PendingChange,
  { at, by, newest }: { readonly at: number; readonly by: string; readonly newest: number },
): PendingChange | null {
  const isTheirs = now.tried !== null && now.tried.by !== by && now.tried.at !== sent.tried?.at;
  if (now.rev !== sent.rev || isTheirs) return null;
  const { after = newest, others = [] } = now.tried ?? {};
  return { ...sent, tried: { to: sent.to, at, by, after, others } };
}

/** What is left once the server has `sent` under `row`. */
export function finishAttempt(
  now: PendingChange,
  sent: PendingChange,
  row: number,
  rules: RowRules,
): PendingChange | null {
  if (now.rev === sent.rev) return null;
  // If it was deleted and restored since, it is created again.
  return isSame(sent.to, now.to, rules) ? null : { ...now, row, from: sent.to, tried: null };
}

/** Notes that the row belongs to another change. */
export function excludeRow(now: PendingChange, row: number): PendingChange {
  const { tried } = now;
  return tried ? { ...now, tried: { ...tried, others: [...tried.others, row] } } : now;
}

/** Records that the server definitely did not accept `sent`. */
export function withProblem(
  now: PendingChange,
  sent: PendingChange,
  problem: ChangeProblem,
  refusal: ServerRefusal | null,
): PendingChange {
  const open = { ...now, tried: null };
  return now.rev === sent.rev ? { ...open, problem, refusal } : open;
}

function isSame(a: RowFields | null, b: RowFields | null, rules: RowRules): boolean {
  return a === null || b === null ? a === b : sameFields(a, b, rules);
}

/** A unique temporary id for a row that is not on the server yet. */
export function newRowId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return -(1 + (high & 0xfffff) * 2 ** 32 + low);
}
