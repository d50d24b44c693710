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

/** Plans kept per database. Each takes a few kilobytes in it. */
const maxCachedPlans = 400;

/** A named prepared statement in the database. */
interface Plan {
  readonly name: string;
  readonly parameters: readonly number[];
  /** Row description, if the statement returns rows. Comes before them when parsing results. */
  readonly head: readonly messages.RowDescriptionMessage[];
}

type Query = (text: string, values?: unknown[], options?: QueryOptions) => Promise<Results>;

export interface PlannedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What Drizzle needs from a client. */
interface Client {
  readonly query: Query;
}

/**
 * A transaction: `work` gets its client and returns the statements to send along with the commit.
 */
type Work<T> = (tx: Client) => Promise<{ result: T; last: readonly PlannedStatement[] }>;

/**
 * The same database with a cache of prepared statements: planning takes two thirds of the time of a
 * small statement. The `begin` is sent with the first statement, and the `commit` with the last
 * ones.
 */
export function withCachedPlans(
  client: PGlite,
): Client & { transaction<T>(work: Work<T>): Promise<T> } {
  let plans = ofClients.get(client);
  if (!plans) ofClients.set(client, (plans = new Plans(client)));
  const known = plans;
  return {
    query: async (text, values = [], options = {}) => {
      await checkOpen(client);
      return client.runExclusive(() => known.alone(text, values, options));
    },
    transaction: async (work) => {
      await checkOpen(client);
      return client.runExclusive(() => known.transaction(work));
    },
  };
}

async function checkOpen(client: PGlite): Promise<void> {
  if (client.ready) return;
  await client.waitReady;
  if (!client.ready) throw new Error('The database is closed');
}

const ofClients = new WeakMap<PGlite, Plans>();

const begin = 'begin';
const commit = 'commit';
const rollback = 'rollback';

/** Callers hold the database exclusively. */
class Plans {
  /** By text, most recently used last. Null after the first use, which may remain the only one. */
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

  /** Prepares a statement under a name from its second use on. */
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
    // Only the parsers for the result's columns. Otherwise PGlite copies its hundreds of parsers
    // per statement, which takes as long as the statement itself.
    const own = Object.fromEntries(
      head.flatMap(({ fields }) =>
        fields.map(({ dataTypeID: type }) => [type, parsers[type] ?? this.client.parsers[type]!]),
      ),
    );
    return parse.parseResults([...head, ...answer], own, { ...(rowMode && { rowMode }) })[0]!;
  }

  /**
   * Throws the database's error. The callback makes the client pass on the raw reply. Without it
   * (`execProtocolRaw`), the client also parses the reply into its own list, which only
   * `execProtocol` empties.
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

/** Runs the functions passed to it one after the other. */
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

/** The messages after the first statement's reply. */
function behindFirst(answer: messages.BackendMessage[]): messages.BackendMessage[] {
  return answer.slice(answer.findIndex(({ name }) => name === 'commandComplete') + 1);
}
