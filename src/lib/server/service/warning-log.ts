import type { ServiceLog } from './log';

/** Maximum number of items for which it is remembered that they were logged. */
const most = 10_000;

/** WarningLog about stored items that are skipped: each is logged once, however often it is met again. */
export class WarningLog {
  readonly #logged = new Set<string>();

  constructor(private readonly log: ServiceLog) {}

  /** `item` identifies it among all warnings, for example `event 7`. */
  once(item: string, fields: object, message: string): void {
    if (this.#logged.has(item)) return;
    if (this.#logged.size >= most) this.#logged.clear();
    this.#logged.add(item);
    this.log.warn({ item, ...fields }, message);
  }
}
