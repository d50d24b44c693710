import type { Logger } from 'pino';
import { readConfig, type Config } from './config';
import { keepSessionSecret, prepareDataDir } from './data-dir';
import { createLog } from './log';
import { createMetrics, type Metrics } from './metrics';
import { StartProblem } from './start-problem';

/** What one process holds. Belongs to no user. */
export interface Runtime {
  readonly config: Config & { readonly sessionSecret: string };
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The embedded service; null with SERVICE_URL, where it is not even loaded. */
  readonly service: null;
  /** Aborted when the process begins to stop: whatever waits for something answers now. */
  readonly closing: AbortSignal;
  /** Rejects while the database (or the remote server) does not answer. */
  ready(): Promise<void>;
  /** Fills an empty store; returns what to tell the person who started it. */
  makeSample(size: 'small' | 'large'): Promise<string>;
  /** Resolves when everything is answered and the database closed. */
  close(): Promise<void>;
}

/**
 * Kept on the global object: `src/bin/serve.js` runs outside the bundle and has to find it, and the
 * development server loads this module anew after a change.
 */
const slot = Symbol.for('inkwell.runtime');
const holder = globalThis as { [slot]?: Runtime };

/** Opens everything once. Throws `StartProblem` or the service's `StartFailure`. */
export async function startRuntime(): Promise<void> {
  holder[slot] ??= await open(readConfig(process.env));
}

export function runtime(): Runtime {
  const current = holder[slot];
  if (!current) throw new Error('The runtime was not started');
  return current;
}

async function open(config: Config): Promise<Runtime> {
  prepareDataDir(config.dataDir);
  const sessionSecret = config.sessionSecret ?? keepSessionSecret(config.dataDir);
  const log = createLog(config);
  const stop = new AbortController();
  return {
    config: { ...config, sessionSecret },
    log,
    metrics: createMetrics(async () => null),
    service: null,
    closing: stop.signal,
    async ready() {},
    async makeSample() {
      throw new StartProblem('there is no embedded service to fill.');
    },
    async close() {
      stop.abort();
    },
  };
}
