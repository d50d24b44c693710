import { sameFields, type RowFields, type RowRules } from './row-rules';

/** What of the account's things it is about; each has its own rules and calls. */
export const outboxKinds = ['scheduled', 'snippet', 'reminder'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/**
 * Why a person has to act. `refused`: the server said no. `late`: its time has passed. `changed`: the
 * row was changed elsewhere where this change wants something else. `gone`: the row is not there.
 * `perhaps`: no answer came before its time, so it may be done or not.
 */
export type ChangeProblem = 'refused' | 'late' | 'changed' | 'gone' | 'perhaps';

/** What the server said, so that any tab can put it into words. */
export interface ServerRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** What a person wants a row to be: null is not there. */
export interface DesiredChange {
  readonly kind: OutboxKind;
  /** The server's id; a negative number for a row that is not there yet, see `newRowId`. */
  readonly row: number;
  /** The row as the person sees it: an earlier change of it may end before this wish is kept. */
  readonly from: RowFields | null;
  readonly to: RowFields | null;
  /** The draft whose text it is: it waits out of sight until the server has the row. */
  readonly draft?: string | undefined;
  /** Of a deletion: it must be ours, as something else is done then. One made elsewhere is a problem. */
  readonly must?: boolean | undefined;
  /** Of a deletion: the draft that holds the text then. It is safe before the row goes. */
  readonly instead?: string | undefined;
  /** The draft that is sent as soon as the row is gone. */
  readonly send?: string | undefined;
}

export interface AttemptInFlight {
  readonly to: RowFields | null;
  /** When it went out last: device clock, milliseconds. */
  readonly at: number;
  /** The tab that sent it; absent for what an older build has stored. */
  readonly by?: string | undefined;
  /** The newest row known before: one that was made has a higher id. */
  readonly after: number;
  /** Rows that other changes became: equal ones are told apart by that. */
  readonly others: readonly number[];
}

/**
 * A wish that the server does not have yet. One per row: a later wish takes the earlier one's place,
 * so that what was made and deleted off line is never sent.
 */
export interface PendingChange extends DesiredChange {
  readonly id: string;
  /** Device clock, milliseconds: when it was first wished. */
  readonly at: number;
  /** Rises with each wish: an answer to an older one does not end the newer one. */
  readonly rev: number;
  /** It went out and no answer has come: the server may have it. Stored before it goes out. */
  readonly tried: AttemptInFlight | null;
  readonly problem: ChangeProblem | null;
  readonly refusal: ServerRefusal | null;
}

/** The row's change after a person wished something; null: there is nothing left to do. */
export function withDesired(
  old: PendingChange | undefined,
  wish: DesiredChange,
  { id, now, rules }: { readonly id: string; readonly now: number; readonly rules: RowRules },
): PendingChange | null {
  if (!old) {
    if (isSame(wish.from, wish.to, rules)) return null;
    return { ...wish, id, at: now, rev: 1, tried: null, problem: null, refusal: null };
  }
  // What the person saw was the row as it is now, and not the one that the change began with.
  const from = old.problem === 'changed' ? wish.from : old.from;
  const { to, instead, send, must, draft = old.draft } = wish;
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
 * It goes out as `sent`: noted first, so that a crash or a lost reply finds the note, and what the
 * server had before. Null: something else was wished since, or another tab has sent it meanwhile.
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
  // Where it was deleted and wished back since, it is made anew.
  return isSame(sent.to, now.to, rules) ? null : { ...now, row, from: sent.to, tried: null };
}

/** The row belongs to another change. */
export function excludeRow(now: PendingChange, row: number): PendingChange {
  const { tried } = now;
  return tried ? { ...now, tried: { ...tried, others: [...tried.others, row] } } : now;
}

/** The server certainly did not take `sent`. */
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

/** Stands for a row that is not on the server yet, for good: no two are the same. */
export function newRowId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return -(1 + (high & 0xfffff) * 2 ** 32 + low);
}
