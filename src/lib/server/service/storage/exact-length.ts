import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';

/**
 * Breaks off where fewer or more bytes come than were announced, or none for so many milliseconds
 * while they are asked for: a receiver would wait for them for ever, or take what it has for the
 * whole. One that reads slowly may take its time. Ending it early ends the source.
 */
export function requireExactLength(source: Readable, length: number, patience: number): Readable {
  return pipeline(source, new Guard(length, patience), () => undefined);
}

class Guard extends Transform {
  #left: number;
  readonly #patience: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(length: number, patience: number) {
    super();
    this.#left = length;
    this.#patience = patience;
  }

  /** Called when whoever reads would have more. */
  override _read(size: number): void {
    this.#timer ??= setTimeout(() => this.destroy(new Error('a file has stopped')), this.#patience);
    super._read(size);
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#stopWaiting();
    this.#left -= chunk.byteLength;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#stopWaiting();
    done(this.#left === 0 ? null : new Error('a file is not as long as it was'));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopWaiting();
    super._destroy(error, done);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
