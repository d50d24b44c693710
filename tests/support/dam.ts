import { FaultProxy, type Line } from './fault-proxy';

/** Bytes per second: keeps the connection alive, but doesn't finish within a journey. */
const trickle = 16 * 1024;

/**
 * A proxy that lets each connection transfer a number of bytes and no more until it is opened. The
 * browser's own throttling can't do that: it releases everything when its limits change.
 */
export class Dam {
  readonly #halted = new Set<Line>();
  #isOpen = false;

  private constructor(private readonly proxy: FaultProxy) {}

  static async before(url: string, bytes: number): Promise<Dam> {
    const brought = new WeakMap<Line, number>();
    const proxy: FaultProxy = await FaultProxy.start(url, {
      onBytes: (line, way, more) => {
        if (way === 'down' || dam.#isOpen) return;
        const sum = (brought.get(line) ?? 0) + more;
        brought.set(line, sum);
        if (sum <= bytes || dam.#halted.has(line)) return;
        dam.#halted.add(line);
        line.throttle(trickle);
      },
    });
    const dam = new Dam(proxy);
    return dam;
  }

  /** URL of the server's pages behind the dam. */
  get url(): string {
    return this.proxy.url;
  }

  open(): void {
    this.#isOpen = true;
    for (const line of this.#halted) line.throttle(null);
  }

  close(): Promise<void> {
    return this.proxy.close();
  }
}
