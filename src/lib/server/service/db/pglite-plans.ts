import {
  messages,
  parse,
  protocol,
  type PGlite,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { maxPreparedParameters } from './statement-names';

const { serialize, Parser } = protocol;

/** Of one database: each plan takes some kilobytes of it. */
const maxCachedPlans = 400;

/** What the database keeps under a name. */
interface Plan {
  readonly name: string;
  readonly parameters: readonly number[];
  /** Precedes the rows of a statement that has any. */
  readonly head: readonly messages.RowDescriptionMessage[];
}

type Query = (text: string, values?: unknown[], options?: QueryOptions) => Promise<Results>;

export interface PlannedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What `drizzle` asks of a client. */
interface Client {
  readonly query: Query;
}

/** A transaction: `work` gets its client, and says what runs last, together with the commit. */
type Work<T> = (tx: Client) => Promise<{ result: T; last: readonly PlannedStatement[] }>;

/**
 * The same database, which plans a statement that comes again once and not each time: that takes two
 * thirds of the time of a small one. What begins a transaction goes out with its first statement, what
 * ends it with its last ones.
 */
export function withCachedPlans(
  client: PGlite,
): Client & { transaction<T>(work: Work<T>): Promise<T> } {
  let plans = ofClients.get(client);
  if (!plans) ofClients.set(client, (plans = new Plans(client)));
  const known = plans;
  return {
    query: async (text, values = [], options = {}) => {
      await client._checkReady();
      return client._runExclusiveTransaction(() => known.alone(text, values, options));
    },
    transaction: async (work) => {
      await client._checkReady();
      return client._runExclusiveTransaction(() => known.transaction(work));
    },
  };
}

const ofClients = new WeakMap<PGlite, Plans>();

const begin = 'begin';
const commit = 'commit';
const rollback = 'rollback';

/** Whoever calls has the database to itself. */
class Plans {
  /** By text, the latest used last; null after a first use, which may stay the only one. */
  readonly #plans = new Map<string, Plan | null>();
  #names = 0;
  #dropped: string[] = [];
  #knowsEnds = false;

  constructor(private readonly client: PGlite) {}

  async alone(text: string, values: readonly unknown[], options: QueryOptions): Promise<Results> {
    const plan = await this.#planOf({ text, values });
    const answer = await this.#send(this.#bound(plan, values));
    await this.client.syncToFs();
    return this.#results(plan, answer, options);
  }

  async transaction<T>(work: Work<T>): Promise<T> {
    await this.#prepareEnds();
    let hasBegun = false;
    let hasEnded = false;
    const inTurn = lane();
    const query: Query = (text, values = [], options = {}) =>
      inTurn(async () => {
        if (hasEnded) throw new Error('Transaction is closed');
        const plan = await this.#planOf({ text, values });
        const parts = this.#bound(plan, values);
        const isFirst = !hasBegun;
        hasBegun = true;
        const answer = await this.#send([...(isFirst ? executed(begin) : []), ...parts]);
        return this.#results(plan, isFirst ? behindFirst(answer) : answer, options);
      });
    try {
      const { result, last } = await work({ query });
      return await inTurn(async () => {
        const parts: Uint8Array[] = [];
        for (const { text, values } of last) {
          parts.push(...this.#bound(this.#plans.get(text) ?? (await this.#keep(text)), values));
        }
        hasEnded = true;
        if (!hasBegun && last.length === 0) return result;
        const first = hasBegun ? [] : executed(begin);
        hasBegun = true;
        const answer = await this.#send([...first, ...parts, ...executed(commit)]);
        const end = answer.findLast(
          (message) => message instanceof messages.CommandCompleteMessage,
        );
        if (end?.text !== 'COMMIT') throw new Error('A statement of the transaction had failed');
        await this.client.syncToFs();
        return result;
      });
    } catch (error) {
      await inTurn(async () => {
        hasEnded = true;
        if (hasBegun) await this.#send(executed(rollback));
      });
      throw error;
    }
  }

  /** Kept under a name from the second time on. */
  async #planOf({ text, values }: PlannedStatement): Promise<Plan> {
    if (values.length === 0 || values.length > maxPreparedParameters)
      return this.#prepare('', text);
    const plan = this.#plans.get(text);
    this.#plans.delete(text);
    this.#plans.set(text, plan ?? null);
    if (this.#plans.size > maxCachedPlans) {
      const [oldest] = this.#plans;
      const name = oldest?.[1]?.name;
      if (name !== undefined) this.#dropped.push(name);
      this.#plans.delete(oldest![0]);
    }
    if (plan) return plan;
    return plan === null ? this.#keep(text) : this.#prepare('', text);
  }

  async #keep(text: string): Promise<Plan> {
    const plan = await this.#prepare(`p${this.#names++}`, text);
    this.#plans.set(text, plan);
    return plan;
  }

  async #prepare(name: string, text: string): Promise<Plan> {
    const dropped = this.#dropped;
    this.#dropped = [];
    const answer = await this.#send([
      ...dropped.map((old) => serialize.close({ type: 'S', name: old })),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ]);
    return {
      name,
      parameters: parse.parseDescribeStatementResults(answer),
      head: answer.filter((message) => message instanceof messages.RowDescriptionMessage),
    };
  }

  async #prepareEnds(): Promise<void> {
    if (this.#knowsEnds) return;
    await this.#send(
      [begin, commit, rollback].map((text) => serialize.parse({ name: text, text })),
    );
    this.#knowsEnds = true;
  }

  #bound({ name, parameters }: Plan, given: readonly unknown[]): Uint8Array[] {
    const values = given.map((value, at) => this.#encode(value, parameters[at]!));
    return [serialize.bind({ statement: name, values }), serialize.execute({})];
  }

  #results({ head }: Plan, answer: messages.BackendMessage[], options: QueryOptions): Results {
    const { rowMode, parsers = {} } = options;
    // Those of its columns alone: else the client's hundreds are copied for each statement, which
    // takes as long as the statement.
    const own = Object.fromEntries(
      head.flatMap(({ fields }) =>
        fields.map(({ dataTypeID: type }) => [type, parsers[type] ?? this.client.parsers[type]!]),
      ),
    );
    return parse.parseResults([...head, ...answer], own, { ...(rowMode && { rowMode }) })[0]!;
  }

  /**
   * Throws the database's error. With a callback the client hands the reply over; without one
   * (`execProtocolRaw`) it also parses it into a list of its own, which only `execProtocol` empties.
   */
  async #send(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    const found: messages.BackendMessage[] = [];
    const parser = new Parser();
    await this.client.execProtocolRawStream(Buffer.concat([...parts, serialize.sync()]), {
      syncToFs: false,
      onRawData: (chunk) => parser.parse(chunk, (message) => found.push(message)),
    });
    const error = found.find((message) => message instanceof messages.DatabaseError);
    if (error) throw error;
    return found;
  }

  #encode(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const encode = this.client.serializers[type] as ((given: unknown) => string) | undefined;
    return encode ? encode(value) : String(value as string | number);
  }
}

/** Runs one after the other what is handed to it. */
function lane(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
}

function executed(name: string): Uint8Array[] {
  return [serialize.bind({ statement: name }), serialize.execute({})];
}

/** What was answered after the first statement of several. */
function behindFirst(answer: messages.BackendMessage[]): messages.BackendMessage[] {
  return answer.slice(answer.findIndex(({ name }) => name === 'commandComplete') + 1);
}
