import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** `up` is toward the server, `down` toward the client. */
export type Way = 'up' | 'down';

export interface FaultProxyOptions {
  /** Called before bytes are passed on; a fault that it triggers already applies to these bytes. */
  readonly onBytes?: (line: Line, way: Way, bytes: number) => void;
  /** Calls back once after this many milliseconds, by default in real time. */
  readonly after?: (milliseconds: number, callback: () => void) => void;
}

/** A proxy between clients and a server on loopback that can disturb its connections. */
export class FaultProxy {
  /** Bytes received from clients on all connections so far, including request headers. */
  taken = 0;
  readonly #lines = new Set<Line>();

  private constructor(
    private readonly server: Server,
    /** URL for clients. */
    readonly url: string,
  ) {}

  /** The target doesn't need to listen yet: a connection that it refuses is reset. */
  static async start(target: string, options: FaultProxyOptions = {}): Promise<FaultProxy> {
    const { hostname, port } = new URL(target);
    // A side that has ended can still read; the two ends decide about that.
    const server = createServer({ allowHalfOpen: true }, (client) => {
      const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      const line = new Line(client, upstream, {
        after:
          options.after ?? ((milliseconds, callback) => void setTimeout(callback, milliseconds)),
        onBytes: (way, bytes) => {
          if (way === 'up') proxy.taken += bytes;
          options.onBytes?.(line, way, bytes);
        },
        onClosed: () => proxy.#lines.delete(line),
      });
      proxy.#lines.add(line);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port: own } = server.address() as AddressInfo;
    const proxy = new FaultProxy(server, `http://127.0.0.1:${own}`);
    return proxy;
  }

  /** Resets open connections and accepts no more. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const line of this.#lines) line.reset();
    await closed;
  }
}

interface LineParts {
  after(milliseconds: number, callback: () => void): void;
  onBytes(way: Way, bytes: number): void;
  onClosed(): void;
}

/** A connection from the client, and its continuation to the server. */
export class Line {
  readonly #valves: Readonly<Record<Way, Valve>>;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    { after, onBytes, onClosed }: LineParts,
  ) {
    this.#valves = {
      up: new Valve(after, (bytes) => onBytes('up', bytes)),
      down: new Valve(after, (bytes) => onBytes('down', bytes)),
    };
    client.pipe(this.#valves.up).pipe(server);
    server.pipe(this.#valves.down).pipe(client);
    let open = 2;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => this.reset());
      socket.once('close', () => {
        open -= 1;
        if (open === 0) onClosed();
      });
    }
  }

  /** Both sides are immediately notified that the connection is broken. */
  reset(): void {
    for (const valve of Object.values(this.#valves)) valve.shut();
    for (const socket of [this.client, this.server]) {
      if (!socket.destroyed) socket.resetAndDestroy();
    }
  }

  /** Nothing gets through anymore, and neither side is notified. */
  blackHole(): void {
    for (const valve of Object.values(this.#valves)) valve.shut();
  }

  /** The receiver of this direction gets an end; the other direction stays open. */
  halfClose(way: Way): void {
    const valve = this.#valves[way];
    const receiver = way === 'up' ? this.server : this.client;
    valve.shut();
    valve.unpipe(receiver);
    receiver.end();
  }

  /** Maximum bytes per second in each direction; null for unlimited. */
  throttle(bytesPerSecond: number | null): void {
    for (const valve of Object.values(this.#valves)) valve.rate = bytesPerSecond;
  }
}

/** Milliseconds between two chunks of a throttled connection. */
const beat = 50;

class Valve extends Transform {
  #rate: number | null = null;
  /** Bytes that can pass before the next interval. */
  #left = 0;
  #isBeating = false;
  #goOn: () => void = () => undefined;
  #isShut = false;

  constructor(
    private readonly after: LineParts['after'],
    private readonly onBytes: (bytes: number) => void,
  ) {
    super();
  }

  set rate(bytesPerSecond: number | null) {
    this.#rate = bytesPerSecond;
    this.#left = 0;
  }

  /** Permanently stops passing on data and reading more. */
  shut(): void {
    this.#isShut = true;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.onBytes(chunk.byteLength);
    this.#pass(chunk, done);
  }

  override _flush(done: TransformCallback): void {
    if (!this.#isShut) done();
  }

  #pass(chunk: Buffer, done: TransformCallback): void {
    if (this.#isShut) return;
    if (this.#rate === null) return done(null, chunk);
    const piece = chunk.subarray(0, this.#left);
    this.#left -= piece.byteLength;
    if (piece.byteLength === chunk.byteLength) return done(null, piece);
    if (piece.byteLength > 0) this.push(piece);
    this.#goOn = () => this.#pass(chunk.subarray(piece.byteLength), done);
    this.#beat();
  }

  #beat(): void {
    if (this.#isBeating) return;
    this.#isBeating = true;
    this.after(beat, () => {
      this.#isBeating = false;
      this.#left = Math.max(1, Math.round(((this.#rate ?? 0) * beat) / 1000));
      this.#goOn();
    });
  }
}
