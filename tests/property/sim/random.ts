/** A small fast generator (sfc32): the same seed gives exactly the same history. */
export class Random {
  private a: number;
  private b = 0x9e3779b9;
  private c = 0x243f6a88;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b ^= Math.floor(seed / 2 ** 32) | 0;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** Returns an integer from 0 to 2^32 - 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum >>> 0;
  }

  below(limit: number): number {
    return Math.floor((this.next() / 4294967296) * limit);
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}
