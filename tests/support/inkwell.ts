import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkReply } from '../contract/strict';
import { freePort } from './free-port';
import { readZuliprc } from './zuliprc';
import type { Zuliprc } from './zuliprc';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ready = 'Inkwell is ready: ';
/**
 * Inkwell's own settings: only values from the test count, whatever the caller's shell contains.
 */
const ownSettings = [
  'PORT',
  'HOST',
  'ORIGIN',
  'SERVICE_URL',
  'DATABASE_URL',
  'SESSION_SECRET',
  'TRUSTED_PROXY',
  'METRICS_TOKEN',
  'MAX_FILE_UPLOAD_SIZE',
  'UPLOAD_QUOTA',
  'INVITATION_LINK_VALIDITY_MINUTES',
  'INVITATIONS_PER_DAY',
  'SMTP_URL',
  'MAIL_FROM',
  'PUSH_RELAY_URL',
  'NODE_ENV',
];

/** Options of Node with which SIGUSR2 ends all threads of a server, such as the database's. */
export const withThreadsThatEnd: readonly string[] = [
  ...(process.env.INKWELL_TEST_NODE?.split(' ') ?? []),
  '--import',
  new URL('end-threads.js', import.meta.url).href,
];

export interface InkwellOptions {
  /** Additional environment, for example SERVICE_URL. */
  readonly env?: Readonly<Record<string, string>>;
  /** Command line, for example `--sample`. */
  readonly args?: readonly string[];
  /** Command line options of Node. */
  readonly node?: readonly string[];
  /** A data folder to copy and start from. */
  readonly from?: string;
  /** An existing data folder to use; it isn't deleted. */
  readonly dataDir?: string;
  /** Another built checkout of the product, to compare with. */
  readonly root?: string | undefined;
}

/** A built server with its own data folder and port, started by the product's own command. */
export class Inkwell {
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    readonly url: string,
    readonly dataDir: string,
    private readonly keepsData: boolean,
    private readonly port: number,
    private readonly options: InkwellOptions,
  ) {}

  static async start(options: InkwellOptions = {}): Promise<Inkwell> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'inkwell-')));
    if (options.from) await cp(options.from, dataDir, { recursive: true });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = new Inkwell(url, dataDir, options.dataDir !== undefined, port, options);
    await server.restart(options.args);
    return server;
  }

  /** Everything the process has printed since its last start. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('not running');
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Restarts it with the same folder and port, and waits for the ready line. */
  async restart(args: readonly string[] = []): Promise<void> {
    const env: NodeJS.ProcessEnv = { ...process.env };
    for (const name of ownSettings) delete env[name];
    const cwd = this.options.root ?? root;
    // Set for journeys; a benchmark measures Node without options.
    const node = this.options.node ?? process.env.INKWELL_TEST_NODE?.split(' ') ?? [];
    const child = spawn(process.execPath, [...node, join(cwd, 'src/bin/start.js'), ...args], {
      cwd,
      env: {
        ...env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        ...this.options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#output = '';
    await new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (this.#output.includes(ready)) resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`exit ${code}: ${this.#output}`)));
    });
  }

  /** Sends SIGTERM like an operator. Resolves to the exit code, or null if it had to be killed. */
  stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** Like a power cut, without a clean shutdown. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops the server and deletes the data folder unless it was given. */
  async dispose(): Promise<void> {
    await this.stop();
    if (!this.keepsData) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Path of the credentials file of a sample account, for example `member`. */
  zuliprcPath(account: string): string {
    return join(this.dataDir, 'zuliprc', `${account}.zuliprc`);
  }

  zuliprc(account: string): Promise<Zuliprc> {
    return readZuliprc(this.zuliprcPath(account));
  }

  /** Signs in at the session gateway. Resolves to the headers for the account's requests to it. */
  async signIn({ email, key }: Pick<Zuliprc, 'email' | 'key'>): Promise<Record<string, string>> {
    const reply = await fetch(`${this.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-inkwell': '1' },
      body: JSON.stringify({ email, api_key: key }),
    });
    const session = (await reply.json()) as { account?: { id: string } };
    if (!session.account) throw new Error(`sign-in: ${reply.status} ${JSON.stringify(session)}`);
    const cookies = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
    const account = session.account.id;
    return { 'x-inkwell': '1', 'x-inkwell-account': account, cookie: cookies.join('; ') };
  }

  /** Makes a call with an API key as an account of the sample organization. */
  async api(
    account: string,
    method: string,
    path: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const { email, key } = await this.zuliprc(account);
    const query = method === 'GET' ? `?${new URLSearchParams(fields)}` : '';
    const response = await fetch(`${this.url}/api/v1${path}${query}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
      ...(method !== 'GET' && { body: new URLSearchParams(fields) }),
    });
    const body = (await response.json()) as Record<string, unknown>;
    checkReply(method, path, response.status, body);
    return body;
  }

  /** Sends a signal that ends it. Resolves to the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      return child?.exitCode ?? null;
    }
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}
