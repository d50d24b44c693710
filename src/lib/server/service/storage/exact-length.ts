import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';

/**
 * Fails if there are fewer or more bytes than announced, or none for `patience` milliseconds while
 * the reader waits. Otherwise a receiver would wait forever, or treat what it has as the whole
 * file. A slow reader can take its time. Ending it early ends the source.
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

  /** Called when the reader wants more. */
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
