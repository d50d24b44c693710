import type { Attachment } from 'svelte/attachments';

/** The heights of rows as they are drawn, by `data-key`; `changed` is called when one has another. */
export class RowHeights {
  readonly #all = new Map<string, number>();
  readonly #observer: ResizeObserver;

  constructor(changed: () => void) {
    this.#observer = new ResizeObserver((entries) => {
      let isNew = false;
      for (const { target, borderBoxSize } of entries) {
        const { key } = (target as HTMLElement).dataset;
        const size = borderBoxSize[0]?.blockSize ?? 0;
        if (key === undefined || size === 0 || this.#all.get(key) === size) continue;
        this.#all.set(key, size);
        isNew = true;
      }
      if (isNew) changed();
    });
  }

  /** Undefined for one that was never drawn. */
  get(key: string): number | undefined {
    return this.#all.get(key);
  }

  /** Of the row's element. */
  readonly measure: Attachment = (node) => {
    this.#observer.observe(node);
    return () => this.#observer.unobserve(node);
  };

  stop(): void {
    this.#observer.disconnect();
  }
}
