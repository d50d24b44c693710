import { startBucket, type TestBucket } from '../support/bucket';
import { freePort } from '../support/free-port';
import { Inkwell } from '../support/inkwell';
import { startPostgres } from '../support/postgres';
import { Nginx } from './nginx';

/** Processes of the built app that share one PostgreSQL and one bucket, behind one nginx. */
export class Cluster {
  kills = 0;

  private constructor(
    readonly processes: readonly Inkwell[],
    readonly databaseUrl: string,
    readonly bucket: TestBucket,
    private readonly nginx: Nginx,
    private readonly stops: readonly (() => Promise<void>)[],
  ) {}

  /**
   * Starts with the sample organization. Two proxies are trusted, so clients can choose their IP
   * address, as if another proxy stood before nginx.
   */
  static async start(size: number): Promise<Cluster> {
    const stops: (() => Promise<void>)[] = [];
    const started = <T>(what: T, stop: (what: T) => Promise<void>): T => {
      stops.unshift(() => stop(what));
      return what;
    };
    try {
      const postgres = started(await startPostgres({ durable: true }), ({ stop }) => stop());
      const bucket = started(await startBucket(), (one) => one.close());
      const port = await freePort();
      const { options } = bucket;
      const env = {
        DATABASE_URL: postgres.url,
        SESSION_SECRET: 's'.repeat(32),
        ORIGIN: `http://127.0.0.1:${port}`,
        TRUSTED_PROXY: '2',
        S3_BUCKET: options.bucket,
        S3_ENDPOINT: options.endpoint!,
        S3_ACCESS_KEY_ID: options.credentials!.accessKeyId,
        S3_SECRET_ACCESS_KEY: options.credentials!.secretAccessKey,
      };
      const processes: Inkwell[] = [];
      for (let i = 0; i < size; i++) {
        const args = i === 0 ? ['--sample'] : [];
        processes.push(started(await Inkwell.start({ env, args }), (one) => one.dispose()));
      }
      const urls = processes.map(({ url }) => url);
      const nginx = started(await Nginx.start(urls, port), (one) => one.stop());
      return new Cluster(processes, postgres.url, bucket, nginx, stops);
    } catch (error) {
      for (const stop of stops) await stop();
      throw error;
    }
  }

  get url(): string {
    return this.nginx.url;
  }

  /** Kills a process with SIGKILL and resolves when it's running again. */
  async kill(place: number): Promise<void> {
    const one = this.processes[place]!;
    await one.kill();
    this.kills++;
    await one.restart();
  }

  async stop(): Promise<void> {
    for (const stop of this.stops) await stop();
  }
}
