import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Statement, ThreadOptions, ThreadReply, ThreadRequest } from './pglite-thread.js';
import { maxPreparedParameters } from './statement-names';

type RowMode = 'array' | 'object';

interface QueryResult {
  readonly rows: readonly unknown[];
}

type Query = (
  text: string,
  values?: readonly unknown[],
  options?: { readonly rowMode?: RowMode },
) => Promise<QueryResult>;

/** What Drizzle needs from a client. */
export interface PgliteQueries {
  readonly query: Query;
}

/**
 * A transaction: `work` gets its client and returns the statements to send along with the commit.
 */
type Work<T> = (tx: PgliteQueries) => Promise<{ result: T; last: readonly Statement[] }>;

interface Waiting {
  readonly resolve: (texts: readonly string[]) => void;
  readonly reject: (error: Error) => void;
}

/** PGlite in a thread of its own. Statements run one after the other, in the order of the calls. */
export class PgliteClient implements PgliteQueries {
  /** For each request without a reply, in order. */
  readonly #waiting: Waiting[] = [];
  readonly #inTurn = lane();
  #isClosed = false;

  private constructor(private readonly worker: Worker) {
    worker.unref();
    worker.on('message', (reply: ThreadReply) => this.#take(reply));
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.on('exit', () => this.#end(cause));
  }

  /** Rejects with PGlite's error. */
  static async open(
    options: Omit<ThreadOptions, 'maxPreparedParameters'> = {},
  ): Promise<PgliteClient> {
    // Imported dynamically, so that it is a file of its own in the built server.
    const { threadAddress } = await import('./pglite-thread.js');
    const pglite: ThreadOptions = { ...options, maxPreparedParameters };
    const client = new PgliteClient(new Worker(new URL(threadAddress), { workerData: { pglite } }));
    try {
      await client.#reply();
    } catch (error) {
      client.#isClosed = true;
      throw error;
    }
    return client;
  }

  readonly query: Query = (text, values = [], { rowMode = 'object' } = {}) =>
    this.#inTurn(() =>
      this.#rows({ kind: 'run', statement: { text, values }, rowMode, isAlone: true }),
    );

  transaction<T>(work: Work<T>): Promise<T> {
    return this.#inTurn(async () => {
      let isUsed = false;
      let hasEnded = false;
      const query: Query = async (text, values = [], { rowMode = 'object' } = {}) => {
        if (hasEnded) throw new Error('Transaction is closed');
        isUsed = true;
        return this.#rows({ kind: 'run', statement: { text, values }, rowMode, isAlone: false });
      };
      try {
        const { result, last } = await work({ query });
        hasEnded = true;
        isUsed ||= last.length > 0;
        if (isUsed) await this.#ask({ kind: 'commit', last });
        return result;
      } catch (error) {
        hasEnded = true;
        if (isUsed) await this.#ask({ kind: 'rollback' });
        throw error;
      }
    });
  }

  /** Waits for running work. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isClosed) return;
      const exit = once(this.worker, 'exit');
      await this.#ask({ kind: 'close' });
      this.#isClosed = true;
      this.worker.ref();
      await exit;
    });
  }

  async #rows(request: ThreadRequest): Promise<QueryResult> {
    const [first, ...rest] = await this.#ask(request);
    let rows = first === undefined ? [] : (JSON.parse(first) as unknown[]);
    for (const text of rest) {
      // Other work can run between two slices of a long result.
      await turn();
      rows = rows.concat(JSON.parse(text) as unknown[]);
    }
    return { rows };
  }

  #ask(request: ThreadRequest): Promise<readonly string[]> {
    if (this.#isClosed) return Promise.reject(new Error('The database is closed'));
    this.worker.postMessage(request);
    return this.#reply();
  }

  #reply(): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      // Only a request in progress keeps the process alive.
      if (this.#waiting.length === 0) this.worker.ref();
      this.#waiting.push({ resolve, reject });
    });
  }

  #take(reply: ThreadReply): void {
    const waiting = this.#waiting.shift()!;
    if (this.#waiting.length === 0) this.worker.unref();
    if (!('fields' in reply)) waiting.resolve(reply);
    else waiting.reject(Object.assign(new Error(reply.fields.message), reply.fields));
  }

  /** Without its database, the process can't do anything: it ends, and the next one recovers. */
  #end(cause: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const error = new Error('The built-in database has crashed', { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    throw error;
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
