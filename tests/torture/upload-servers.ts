import { FaultProxy, type Line } from '../support/fault-proxy';
import { Inkwell } from '../support/inkwell';

/** Connections between the two servers. */
interface Passing {
  /** The connection that last sent bytes up. */
  busy?: Line;
  /** The connection whose next reply is dropped. */
  silenced?: Line;
}

/** A server that is a client of another one, with a fault proxy between the two. */
export class Servers {
  readonly #restarts = new Map<Inkwell, Promise<void>>();

  private constructor(
    /** Uses the other server through SERVICE_URL. */
    readonly front: Inkwell,
    /** Has the embedded service. */
    readonly back: Inkwell,
    private readonly between: FaultProxy,
    private readonly passing: Passing,
  ) {}

  /**
   * `from`: a data folder with the sample organization to copy. Without it, the sample is created.
   */
  static async start(from: string | undefined, largestMib: number): Promise<Servers> {
    const back = await Inkwell.start({
      env: { MAX_FILE_UPLOAD_SIZE: String(largestMib) },
      ...(from === undefined ? { args: ['--sample'] } : { from }),
    });
    const passing: Passing = {};
    const between = await FaultProxy.start(back.url, {
      onBytes: (line, way) => {
        if (way === 'up') passing.busy = line;
        else if (passing.silenced === line) line.reset();
      },
    });
    const front = await Inkwell.start({ env: { SERVICE_URL: between.url } });
    return new Servers(front, back, between, passing);
  }

  /** The connection between the servers that last sent bytes up. */
  get busyLine(): Line | undefined {
    return this.passing.busy;
  }

  /** Drops the next reply on that connection and breaks it. */
  loseReply(): void {
    if (this.passing.busy) this.passing.silenced = this.passing.busy;
  }

  /**
   * Kills a server with SIGKILL and restarts it. A second call for the same server waits for the
   * first.
   */
  kill(server: Inkwell): Promise<void> {
    const earlier = this.#restarts.get(server) ?? Promise.resolve();
    const restart = earlier.then(async () => {
      await server.kill();
      await server.restart();
    });
    this.#restarts.set(server, restart);
    return restart;
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#restarts.values());
    await this.front.dispose();
    await this.between.close();
    await this.back.dispose();
  }
}
