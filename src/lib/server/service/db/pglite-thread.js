import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { messages, parse, PGlite, protocol, types } from '@electric-sql/pglite';

// JavaScript, because Node 20 runs it as it is: the thread starts from this file in development and in
// tests, and from its bundled copy in the built server. It may only import packages, so that the
// bundled copy doesn't load the rest of the server.

/** The file to start the thread from, with `{ pglite: options }` as its data. */
export const threadAddress = import.meta.url;

const { serialize, Parser } = protocol;

/** A process with PGlite then uses about 215 MB instead of 300 MB. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Plans kept per database. Each takes a few kilobytes in it. */
const maxCachedPlans = 400;

/** Rows are sent as JSON texts of about this length, which take a few milliseconds to parse. */
const sliceLength = 512 * 1024;

/**
 * @typedef {{ readonly text: string; readonly values: readonly unknown[] }} Statement
 *
 * @typedef {object} RunRequest Runs one statement.
 * @property {'run'} kind
 * @property {Statement} statement
 * @property {boolean} isAlone Whether it isn't part of a transaction.
 * @property {'array' | 'object'} rowMode
 *
 * @typedef {object} EndRequest Ends a transaction.
 * @property {'commit'} kind
 * @property {readonly Statement[]} last Statements to run before, and together with, the commit.
 *
 * @typedef {RunRequest | EndRequest | { kind: 'rollback' } | { kind: 'close' }} ThreadRequest
 *
 * @typedef {{ readonly fields: Readonly<Record<string, unknown>> & { readonly message: string } }} ThreadFailure
 *   An error of the database, as an object: `postMessage` drops its code.
 *
 * @typedef {readonly string[] | ThreadFailure} ThreadReply Rows as JSON arrays, or why it failed.
 *
 * @typedef {object} ThreadOptions
 * @property {string} [folder] Where the database is. In memory by default.
 * @property {Blob} [template] The database to start from, as a TAR file.
 * @property {number} maxPreparedParameters
 */

/**
 * Opens the database and answers requests in order. Whatever fails other than a statement ends the
 * thread.
 * @param {import('node:worker_threads').MessagePort} port
 * @param {ThreadOptions} options
 */
async function answerStatements(port, options) {
  /** @type {Promise<unknown>} */
  let last = PlannedDatabase.open(options).then(
    (database) => {
      port.postMessage([]);
      return database;
    },
    (error) => port.postMessage(failureOf(error)),
  );
  const database = await last;
  if (!(database instanceof PlannedDatabase)) return port.close();
  port.on('message', (/** @type {ThreadRequest} */ request) => {
    last = last.then(async () => {
      try {
        port.postMessage(await database.answer(request));
      } catch (error) {
        if (!(error instanceof StatementFailure)) throw error;
        port.postMessage(failureOf(error.cause));
      }
      if (request.kind === 'close') port.close();
    });
  });
}

/**
 * @param {unknown} error
 * @returns {ThreadFailure}
 */
function failureOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return { fields: { ...(error instanceof Error ? error : {}), message } };
}

/** A statement failed, and the database goes on. */
class StatementFailure extends Error {}

/**
 * A named prepared statement in the database.
 * @typedef {object} Plan
 * @property {string} name
 * @property {readonly number[]} parameters
 * @property {readonly { readonly key: string; readonly write: ColumnWriter }[]} columns
 */

const begin = 'begin';
const commit = 'commit';
const rollback = 'rollback';

/**
 * A database with a cache of prepared statements: planning takes two thirds of the time of a small
 * statement. The `begin` is sent with the first statement, and the `commit` with the last ones.
 */
export class PlannedDatabase {
  /**
   * By text, most recently used last. Null after the first use, which may remain the only one.
   * @type {Map<string, Plan | null>}
   */
  #plans = new Map();
  #names = 0;
  /** @type {string[]} */
  #dropped = [];
  #hasBegun = false;

  /**
   * @param {PGlite} client
   * @param {number} maxPreparedParameters
   */
  constructor(client, maxPreparedParameters) {
    this.client = client;
    this.maxPreparedParameters = maxPreparedParameters;
  }

  /** @param {ThreadOptions} options */
  static async open({ folder, template, maxPreparedParameters }) {
    const client = await PGlite.create({
      ...(folder !== undefined && { dataDir: folder, startParams }),
      ...(template && { loadDataDir: template }),
    });
    const database = new PlannedDatabase(client, maxPreparedParameters);
    await database.#send(
      [begin, commit, rollback].map((text) => serialize.parse({ name: text, text })),
    );
    return database;
  }

  /**
   * @param {ThreadRequest} request
   * @returns {Promise<readonly string[]>}
   */
  async answer(request) {
    if (request.kind === 'run') return this.#run(request);
    if (request.kind === 'commit') await this.#commit(request);
    else if (request.kind === 'rollback') await this.#rollBack();
    else await this.client.close();
    return [];
  }

  /** @param {RunRequest} request */
  async #run({ statement, isAlone, rowMode }) {
    const plan = await this.#planOf(statement);
    const parts = this.#bound(plan, statement.values);
    const reply = await this.#send(isAlone ? parts : [...this.#begun(), ...parts]);
    if (isAlone) await this.client.syncToFs();
    return rowTexts(reply, plan.columns, rowMode);
  }

  /** @param {EndRequest} request */
  async #commit({ last }) {
    const parts = [];
    for (const { text, values } of last) {
      parts.push(...this.#bound(this.#plans.get(text) ?? (await this.#keep(text)), values));
    }
    const reply = await this.#send([...this.#begun(), ...parts, ...executed(commit)]);
    // The database answers `ROLLBACK` to the commit of a failed transaction.
    if (!reply.includes('COMMIT\0', reply.length - 20, 'latin1')) {
      throw failedStatement(new Error('A statement of the transaction had failed'));
    }
    this.#hasBegun = false;
    await this.client.syncToFs();
  }

  async #rollBack() {
    if (this.#hasBegun) await this.#send(executed(rollback));
    this.#hasBegun = false;
  }

  /** What begins a transaction, unless it has begun. */
  #begun() {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    return executed(begin);
  }

  /**
   * Prepares a statement under a name from its second use on.
   * @param {Statement} statement
   * @returns {Promise<Plan>}
   */
  async #planOf({ text, values }) {
    if (values.length === 0 || values.length > this.maxPreparedParameters)
      return this.#prepare('', text);
    const plan = this.#plans.get(text);
    this.#plans.delete(text);
    this.#plans.set(text, plan ?? null);
    if (this.#plans.size > maxCachedPlans) {
      const [oldest] = this.#plans;
      const name = oldest?.[1]?.name;
      if (name !== undefined) this.#dropped.push(name);
      this.#plans.delete(/** @type {NonNullable<typeof oldest>} */ (oldest)[0]);
    }
    if (plan) return plan;
    return plan === null ? this.#keep(text) : this.#prepare('', text);
  }

  /** @param {string} text */
  async #keep(text) {
    const plan = await this.#prepare(`p${this.#names++}`, text);
    this.#plans.set(text, plan);
    return plan;
  }

  /**
   * @param {string} name
   * @param {string} text
   * @returns {Promise<Plan>}
   */
  async #prepare(name, text) {
    const dropped = this.#dropped;
    this.#dropped = [];
    const reply = parsed(
      await this.#send([
        ...dropped.map((old) => serialize.close({ type: 'S', name: old })),
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
      ]),
    );
    const head = reply.find((message) => message instanceof messages.RowDescriptionMessage);
    return {
      name,
      parameters: parse.parseDescribeStatementResults(reply),
      columns: (head?.fields ?? []).map((field) => ({
        key: `${JSON.stringify(field.name)}:`,
        write: writerOf(field.dataTypeID, this.client.parsers),
      })),
    };
  }

  /**
   * @param {Plan} plan
   * @param {readonly unknown[]} given
   */
  #bound({ name, parameters }, given) {
    try {
      const values = given.map((value, at) => this.#encode(value, parameters[at] ?? 0));
      return [serialize.bind({ statement: name, values }), serialize.execute({})];
    } catch (error) {
      throw failedStatement(error);
    }
  }

  /**
   * Throws the database's error. The callback makes the client pass on the raw reply. Without it
   * (`execProtocolRaw`), the client also parses the reply into its own list, which only
   * `execProtocol` empties.
   * @param {readonly Uint8Array[]} parts
   */
  async #send(parts) {
    /** @type {Buffer[]} */
    const chunks = [];
    await this.client.execProtocolRawStream(Buffer.concat([...parts, serialize.sync()]), {
      syncToFs: false,
      onRawData: (chunk) => chunks.push(Buffer.from(chunk)),
    });
    const reply = chunks.length === 1 ? /** @type {Buffer} */ (chunks[0]) : Buffer.concat(chunks);
    for (const { type, start, end } of messagesOf(reply)) {
      if (type === 0x45) throw failedStatement(parsed(reply.subarray(start - 5, end))[0]);
    }
    return reply;
  }

  /**
   * @param {unknown} value
   * @param {number} type
   * @returns {string | null}
   */
  #encode(value, type) {
    if (value === null || value === undefined) return null;
    const encode = this.client.serializers[type];
    return encode ? encode(value) : String(value);
  }
}

/** @param {unknown} cause */
function failedStatement(cause) {
  return new StatementFailure('a statement failed', { cause });
}

/** @param {string} name */
function executed(name) {
  return [serialize.bind({ statement: name }), serialize.execute({})];
}

/** @param {Buffer} reply */
function parsed(reply) {
  /** @type {messages.BackendMessage[]} */
  const found = [];
  new Parser().parse(reply, (message) => found.push(message));
  return found;
}

/**
 * Messages of the wire protocol: a letter, the length from its own four bytes on, and the content.
 * @param {Buffer} reply
 */
function* messagesOf(reply) {
  for (let at = 0; at < reply.length;) {
    const end = at + 1 + reply.readInt32BE(at + 1);
    yield { type: /** @type {number} */ (reply[at]), start: at + 5, end };
    at = end;
  }
}

/** @typedef {(reply: Buffer, start: number, end: number) => string} ColumnWriter The value as JSON. */

/** Types whose text is JSON. */
const numbers = new Set(/** @type {number[]} */ ([types.INT2, types.INT4, types.INT8, types.OID]));
const documents = new Set(/** @type {number[]} */ ([types.JSON, types.JSONB]));

/** Drizzle parses these itself: dates, times, intervals, and arrays of them and of numerics. */
const unparsed = new Set([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);

/**
 * @param {number} type
 * @param {Readonly<Record<number, ((text: string) => unknown) | undefined>>} parsers
 * @returns {ColumnWriter}
 */
function writerOf(type, parsers) {
  if (numbers.has(type)) return (reply, start, end) => reply.toString('latin1', start, end);
  if (documents.has(type)) return (reply, start, end) => reply.toString('utf8', start, end);
  if (type === types.BOOL) return (reply, start) => (reply[start] === 0x74 ? 'true' : 'false');
  const read = unparsed.has(type) ? undefined : parsers[type];
  if (!read) return (reply, start, end) => JSON.stringify(reply.toString('utf8', start, end));
  return (reply, start, end) => JSON.stringify(read(reply.toString('utf8', start, end)));
}

/**
 * The rows as JSON arrays of rows. The client's own parser takes several times as long, and what it
 * returns would have to be copied to the other thread.
 * @param {Buffer} reply
 * @param {Plan['columns']} columns
 * @param {'array' | 'object'} rowMode
 */
function rowTexts(reply, columns, rowMode) {
  /** @type {string[]} */
  const texts = [];
  const [open, close] = rowMode === 'array' ? ['[', ']'] : ['{', '}'];
  let text = '';
  for (const { type, start } of messagesOf(reply)) {
    if (type !== 0x44) continue;
    if (text.length > sliceLength) {
      texts.push(`[${text}]`);
      text = '';
    }
    text += text === '' ? open : `,${open}`;
    let at = start + 2;
    columns.forEach(({ key, write }, index) => {
      if (index > 0) text += ',';
      if (rowMode === 'object') text += key;
      const length = reply.readInt32BE(at);
      at += 4;
      if (length < 0) text += 'null';
      else {
        text += write(reply, at, at + length);
        at += length;
      }
    });
    text += close;
  }
  if (text !== '') texts.push(`[${text}]`);
  return texts;
}

if (!isMainThread && parentPort && workerData?.pglite) {
  await answerStatements(parentPort, workerData.pglite);
}
