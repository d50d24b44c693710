import { FaultProxy, type Line } from '../support/fault-proxy';
import { Inkwell } from '../support/inkwell';

/** Connections between the two servers. */
interface Passing {
  /** On which bytes went up last. */
  busy?: Line;
  /** On which the next answer is swallowed. */
  silenced?: Line;
}

/** A server that is a client of another one, with a fault proxy between the two. */
export class Servers {
  readonly #restarts = new Map<Inkwell, Promise<void>>();

  private constructor(
    /** With SERVICE_URL. */
    readonly front: Inkwell,
    /** With the embedded service. */
    readonly back: Inkwell,
    private readonly between: FaultProxy,
    private readonly passing: Passing,
  ) {}

  /** `from`: a data folder with the sample organization, to copy; made anew where there is none. */
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

  /** The connection between the servers on which bytes went last. */
  get busyLine(): Line | undefined {
    return this.passing.busy;
  }

  /** Swallows the next answer on that connection, and breaks it. */
  loseReply(): void {
    if (this.passing.busy) this.passing.silenced = this.passing.busy;
  }

  /** Kills without a goodbye and starts again; one after the other where asked twice. */
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
