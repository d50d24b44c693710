import type { PendingChange, ChangeProblem } from './pending-change';

/** A row as the server keeps it, by field. */
export type RowFields = Readonly<Record<string, unknown>>;
export type ServerRows = ReadonlyMap<number, RowFields>;

export interface RowRules {
  /** Each field in the words that are equal for what the server takes for equal. */
  readonly fingerprints: (fields: RowFields) => Readonly<Record<string, string>>;
  /** Its time has passed; UNIX seconds. */
  readonly isPast?: (fields: RowFields, now: number) => boolean;
  /** Whether a text is made anew when its row was deleted elsewhere; otherwise a person is asked. */
  readonly revives?: boolean;
}

export function sameFields(a: RowFields, b: RowFields, { fingerprints: print }: RowRules): boolean {
  const [one, two] = [print(a), print(b)];
  return Object.keys({ ...one, ...two }).every((field) => one[field] === two[field]);
}

/** What is to be done next for a change, as the server's rows stand. */
export type OutboxStep =
  /** The server has it so. `row`: under that id. */
  | { readonly do: 'nothing'; readonly row: number }
  | { readonly do: 'create' }
  /** `from`: the row as it is. */
  | { readonly do: 'remove'; readonly row: number; readonly from: RowFields }
  /** `changes`: what differs from the row, and nothing else; `to`: the row with them. */
  | {
      readonly do: 'update';
      readonly row: number;
      readonly from: RowFields;
      readonly to: RowFields;
      readonly changes: RowFields;
    }
  | { readonly do: 'ask'; readonly problem: ChangeProblem };

/**
 * `rows`: the server's, or null where what the person saw is known to be what the server has. `now`:
 * UNIX seconds.
 */
export function nextOutboxStep(
  change: PendingChange,
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

/** What is to be done where the server has no such row. */
function without(
  { row, from, to, tried, must }: PendingChange,
  { revives }: RowRules,
  isPast: (fields: RowFields | null) => boolean,
): OutboxStep {
  if (to === null) {
    const isOurs = from === null || tried?.to === null || must !== true;
    return isPast(from) || !isOurs ? { do: 'ask', problem: 'gone' } : { do: 'nothing', row };
  }
  // Not there yet, or deleted by ourselves and wished back since.
  const isNew = from === null || tried?.to === null || revives === true;
  if (!isNew) return { do: 'ask', problem: 'gone' };
  if (!isPast(to)) return { do: 'create' };
  // Of one that went out without an answer it can't be said that it was not there in time.
  return { do: 'ask', problem: tried?.to ? 'perhaps' : 'late' };
}

/** The row that a creation became whose reply was lost. */
function findMade(
  { tried }: PendingChange,
  rows: ServerRows | null,
  rules: RowRules,
): number | null {
  if (!tried?.to || rows === null) return null;
  for (const [row, fields] of rows) {
    const isNew = row > tried.after && !tried.others.includes(row);
    if (isNew && sameFields(fields, tried.to, rules)) return row;
  }
  return null;
}
