import { FaultProxy, type Line } from './fault-proxy';

/** Bytes a second: alive, and not over in any time that a journey takes. */
const trickle = 16 * 1024;

/**
 * Stands before a server and lets each connection bring so many bytes and no more, until it is opened.
 * The browser's own limits of speed are no such thing: it lets go of all the rest when they change.
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

  /** Where a browser finds the pages of the server. */
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
