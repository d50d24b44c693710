import type { AttemptInFlight, PendingChange, ChangeProblem } from './pending-change';

/** A row's fields as the server stores them. */
export type RowFields = Readonly<Record<string, unknown>>;
export type ServerRows = ReadonlyMap<number, RowFields>;

export interface RowRules {
  /** Each field as a string that is equal whenever the server considers the values equal. */
  readonly fingerprints: (fields: RowFields) => Readonly<Record<string, string>>;
  /** Whether its time has passed; `now` is in UNIX seconds. */
  readonly isPast?: (fields: RowFields, now: number) => boolean;
  /** Whether to create the row again if it was deleted elsewhere; otherwise the user is asked. */
  readonly revives?: boolean;
}

export function sameFields(a: RowFields, b: RowFields, { fingerprints: print }: RowRules): boolean {
  const [one, two] = [print(a), print(b)];
  return Object.keys({ ...one, ...two }).every((field) => one[field] === two[field]);
}

/** The next step for a change, given the server's rows. */
export type OutboxStep =
  /** The server already has it, under the id `row`. */
  | { readonly do: 'nothing'; readonly row: number }
  | { readonly do: 'create' }
  /** `from` is the current row. */
  | { readonly do: 'remove'; readonly row: number; readonly from: RowFields }
  /** `changes` has only the fields that differ; `to` is the row with them. */
  | {
      readonly do: 'update';
      readonly row: number;
      readonly from: RowFields;
      readonly to: RowFields;
      readonly changes: RowFields;
    }
  | { readonly do: 'ask'; readonly problem: ChangeProblem };

/** What the next step of a change depends on. */
type OpenChange = Pick<PendingChange, 'row' | 'from' | 'to' | 'must'> & {
  readonly tried: Pick<AttemptInFlight, 'to' | 'after' | 'others'> | null;
};

/**
 * `rows` are the server's, or null if what the user saw is known to be current. `now` is in UNIX
 * seconds.
 */
export function nextOutboxStep(
  change: OpenChange,
  rows: ServerRows | null,
  rules: RowRules,
  now: number,
): OutboxStep {
  const { from, to, tried } = change;
  const isPast = (fields: RowFields | null) =>
    fields !== null && rules.isPast?.(fields, now) === true;
  const isThere = from !== null && (rows === null || rows.has(change.row));
  const row = isThere ? change.row : findMade(change, rows, rules);
  if (row === null) return without(change, rules, isPast);
  const base = (isThere ? from : tried?.to) ?? {};
  const there = rows?.get(row) ?? base;
  const isOurs = tried !== null && tried.to !== null && sameFields(there, tried.to, rules);
  if (to === null) {
    const isKnown = isOurs || sameFields(there, base, rules);
    return isKnown ? { do: 'remove', row, from: there } : { do: 'ask', problem: 'changed' };
  }
  const [was, want, is] = [
    rules.fingerprints(isOurs ? there : base),
    rules.fingerprints(to),
    rules.fingerprints(there),
  ];
  const mine = Object.keys(want).filter((field) => was[field] !== want[field]);
  const open = mine.filter((field) => is[field] !== want[field]);
  if (open.some((field) => is[field] !== was[field])) return { do: 'ask', problem: 'changed' };
  if (open.length === 0) return { do: 'nothing', row };
  if (isPast(to)) return { do: 'ask', problem: 'late' };
  const changes = Object.fromEntries(open.map((name) => [name, to[name]]));
  return { do: 'update', row, from: there, to: { ...there, ...changes }, changes };
}

/** The next step if the server has no such row. */
function without(
  { row, from, to, tried, must }: OpenChange,
  { revives }: RowRules,
  isPast: (fields: RowFields | null) => boolean,
): OutboxStep {
  if (to === null) {
    const isOurs = from === null || tried?.to === null || must !== true;
    return isPast(from) || !isOurs ? { do: 'ask', problem: 'gone' } : { do: 'nothing', row };
  }
  // Not created yet, or deleted by this client and restored since.
  const isNew = from === null || tried?.to === null || revives === true;
  if (!isNew) return { do: 'ask', problem: 'gone' };
  if (!isPast(to)) return { do: 'create' };
  // It was sent without a reply, so it may have arrived in time.
  return { do: 'ask', problem: tried?.to ? 'perhaps' : 'late' };
}

/** The row that was created by an attempt whose reply was lost. */
function findMade({ tried }: OpenChange, rows: ServerRows | null, rules: RowRules): number | null {
  if (!tried?.to || rows === null) return null;
  for (const [row, fields] of rows) {
    const isNew = row > tried.after && !tried.others.includes(row);
    if (isNew && sameFields(fields, tried.to, rules)) return row;
  }
  return null;
}
