import {
  parse,
  protocol,
  type messages,
  type PGlite,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { mostParameters } from './prepared';

const { serialize } = protocol;

/** Of one database: each plan takes some kilobytes of it. */
const mostKept = 400;

/** What the database keeps under a name. */
interface Plan {
  readonly name: string;
  readonly parameters: readonly number[];
  /** Precedes the rows of a statement that has any. */
  readonly head: readonly messages.BackendMessage[];
}

type Query = (text: string, values?: unknown[], options?: QueryOptions) => Promise<Results>;

/** What `drizzle` asks of a client. */
interface Client {
  readonly query: Query;
  transaction<T>(work: (tx: { readonly query: Query }) => Promise<T>): Promise<T>;
}

/**
 * The same database, which plans a statement that comes again once and not each time: that takes two
 * thirds of the time of a small one.
 */
export function withPlans(client: PGlite): Client {
  let plans = ofClients.get(client);
  if (!plans) ofClients.set(client, (plans = new Plans(client)));
  const known = plans;
  return {
    query(text, values = [], options = {}) {
      if (!known.serves(text, values)) return client.query(text, values, options);
      return client._runExclusiveTransaction(() => known.run(text, values, options, true));
    },
    transaction: (work) =>
      client.transaction((tx) => {
        const query: Query = (text, values = [], options = {}) =>
          tx.closed || !known.serves(text, values)
            ? tx.query(text, values, options)
            : known.run(text, values, options, false);
        return work({ query });
      }),
  };
}

const ofClients = new WeakMap<PGlite, Plans>();

class Plans {
  /** By text, the latest used last; null after a first use, which may stay the only one. */
  readonly #plans = new Map<string, Plan | null>();
  #names = 0;
  #dropped: string[] = [];

  constructor(private readonly client: PGlite) {}

  /** Whether `run` takes this statement now; to be asked once for each. */
  serves(text: string, values: readonly unknown[]): boolean {
    if (values.length === 0 || values.length > mostParameters) return false;
    const plan = this.#plans.get(text);
    this.#plans.delete(text);
    this.#plans.set(text, plan ?? null);
    if (this.#plans.size > mostKept) {
      const [oldest] = this.#plans;
      const name = oldest?.[1]?.name;
      if (name !== undefined) this.#dropped.push(name);
      this.#plans.delete(oldest![0]);
    }
    return plan !== undefined;
  }

  /** Whoever calls it has the database to itself, but for other statements of its transaction. */
  run(
    text: string,
    values: readonly unknown[],
    options: QueryOptions,
    durably: boolean,
  ): Promise<Results> {
    return this.client._runExclusiveQuery(async () => {
      const plan = this.#plans.get(text) ?? (await this.#prepare(text));
      const found = await this.#send(
        [
          serialize.bind({
            statement: plan.name,
            values: values.map((value, at) => this.#encode(value, plan.parameters[at]!)),
          }),
          serialize.execute({}),
        ],
        durably,
      );
      return parse.parseResults([...plan.head, ...found], this.client.parsers, options)[0]!;
    });
  }

  async #prepare(text: string): Promise<Plan> {
    const dropped = this.#dropped;
    this.#dropped = [];
    const name = `p${this.#names++}`;
    const answer = await this.#send([
      ...dropped.map((old) => serialize.close({ type: 'S', name: old })),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ]);
    const plan = {
      name,
      parameters: parse.parseDescribeStatementResults(answer),
      head: answer.filter((message) => message.name === 'rowDescription'),
    };
    this.#plans.set(text, plan);
    return plan;
  }

  /** Throws the database's error. */
  #send(parts: readonly Uint8Array[], durably = false): Promise<messages.BackendMessage[]> {
    return this.client.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), {
      syncToFs: durably,
    });
  }

  #encode(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const encode = this.client.serializers[type] as ((given: unknown) => string) | undefined;
    return encode ? encode(value) : String(value as string | number);
  }
}
