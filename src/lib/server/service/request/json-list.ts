/** Values that are encoded together. */
const sliceLength = 200;

/**
 * A long list of a reply that is encoded while it is made. Encoding all of it at once would keep
 * other requests waiting, and its objects would live long enough to be moved by the collector.
 */
export class JsonList {
  readonly #parts: Buffer[] = [];
  #values: unknown[] = [];

  add(value: unknown): void {
    this.#values.push(value);
    if (this.#values.length >= sliceLength) this.#encode();
  }

  /** The JSON of the list, in parts. */
  parts(): Buffer[] {
    this.#encode();
    return [Buffer.from('['), ...this.#parts, Buffer.from(']')];
  }

  #encode(): void {
    if (this.#values.length === 0) return;
    const text = JSON.stringify(this.#values).slice(1, -1);
    this.#parts.push(Buffer.from(this.#parts.length === 0 ? text : `,${text}`));
    this.#values = [];
  }
}
