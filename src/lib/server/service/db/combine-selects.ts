import { openingOf, openTransaction, type StatementClient } from './instrument-transaction';
import { longList } from './many-rows';
import type { DatabaseTransaction } from './store';

interface WaitingSelect {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whether its rows are arrays instead of objects. */
  readonly isArray: boolean;
  readonly given: Parameters<StatementClient['query']>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * The same transaction, with selects that are issued at the same time combined into one statement.
 * They see one snapshot and must not depend on each other's locks. Long lists stay alone: they are
 * read in slices, but a combined result only as a whole.
 */
export function combineSelects(tx: DatabaseTransaction): DatabaseTransaction {
  const { client, open } = openingOf(tx);
  return openTransaction(combiningClient(client), open);
}

/**
 * Waits for all of these, even if one fails, because a transaction must not end while it is still
 * read from.
 */
export async function readTogether<Reads extends readonly unknown[]>(
  reads: Reads,
): Promise<{ -readonly [At in keyof Reads]: Awaited<Reads[At]> }> {
  // Drizzle's queries run each time they are awaited.
  const running = reads.map((read) => Promise.resolve(read));
  await Promise.allSettled(running);
  return Promise.all(running) as Promise<{ -readonly [At in keyof Reads]: Awaited<Reads[At]> }>;
}

function combiningClient(client: StatementClient): StatementClient {
  let waiting: WaitingSelect[] = [];
  const send = () => {
    const selects = waiting;
    waiting = [];
    const [first, second] = selects;
    if (!first) return;
    if (!second) client.query(...first.given).then(first.resolve, first.reject);
    else void sendCombined(client, selects);
  };
  return {
    query(...given) {
      const [statement, values, options] = given;
      const text = typeof statement === 'string' ? statement : statement.text;
      const isPlain = isPlainSelect(text);
      if (!isPlain) send();
      if (!isPlain || text.startsWith(`with "${longList}"`)) return client.query(...given);
      const { rowMode } = (typeof statement === 'string' ? (options ?? {}) : statement) as {
        rowMode?: string;
      };
      // Once everything that could issue another select now has run.
      if (waiting.length === 0) queueMicrotask(() => process.nextTick(send));
      return new Promise((resolve, reject) => {
        const isArray = rowMode === 'array';
        const parameters = (values ?? []) as readonly unknown[];
        waiting.push({ text, values: parameters, isArray, given, resolve, reject });
      });
    },
  };
}

/** Whether a statement only reads and takes no locks. */
export function isPlainSelect(text: string): boolean {
  return /^[\s(]*(?:select|with)\b/i.test(text) && !effects.test(text);
}

const effects =
  /\b(?:insert\s+into|update\b|delete\s+from|for\s+(?:key\s+)?share\b|(?:pg_advisory\w+|pg_notify|nextval|set_config)\s*\()/i;

/** Runs the selects as columns of one row. Each column is the JSON array of a select's rows. */
async function sendCombined(
  client: StatementClient,
  selects: readonly WaitingSelect[],
): Promise<void> {
  try {
    const parameters = new CombinedParameters();
    /** By expression, so that equal selects run once. */
    const columns = new Map<string, string>();
    const names = selects.map(({ text, values, isArray }) => {
      const inner = parameters.renumber(text, values);
      const rowsOf = isArray ? arraysOf(inner) : `json_agg(many) from (${inner}) many`;
      const name = columns.get(rowsOf) ?? `c${columns.size}`;
      columns.set(rowsOf, name);
      return name;
    });
    const parts = [...columns].map(([rowsOf, name]) => `(select ${rowsOf}) as ${name}`);
    const text = `select ${parts.join()}`;
    const [statement] = selects[0]!.given;
    const combined = typeof statement === 'string' ? text : { text };
    const { rows } = (await client.query(combined, parameters.values)) as {
      rows: [Record<string, unknown[] | null>];
    };
    selects.forEach(({ resolve }, at) => resolve({ rows: rows[0][names[at]!] ?? [] }));
  } catch (error) {
    for (const { reject } of selects) reject(error);
  }
}

/** Aliases, because columns of a join can have the same name. */
function arraysOf(text: string): string {
  const names = Array.from({ length: countColumns(text) }, (_, at) => `c${at}`).join();
  return `json_agg(json_build_array(${names})) from (${text}) many(${names})`;
}

/** Number of columns of a select that Drizzle has built. */
function countColumns(text: string): number {
  let depth = 0;
  let count = 1;
  for (const [part] of text.matchAll(/"[^"]*"|'[^']*'|[(),]|\bfrom\b/g)) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (depth === 0 && part === ',') count++;
    else if (depth === 0 && part === 'from') break;
  }
  return count;
}

/** The parameters of a combined statement. Equal numbers in the same form share one. */
class CombinedParameters {
  readonly values: unknown[] = [];
  readonly #known = new Map<string, number>();

  renumber(text: string, values: readonly unknown[]): string {
    return text.replaceAll(/\$(\d+)(::\w+)?/g, (_, place: string, cast = '') => {
      const value = values[Number(place) - 1];
      const key = typeof value === 'number' ? `${value}${cast}` : undefined;
      const known = key === undefined ? undefined : this.#known.get(key);
      const at = known ?? this.values.push(value);
      if (key !== undefined) this.#known.set(key, at);
      return `$${at}${cast}`;
    });
  }
}
