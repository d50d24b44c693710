import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../../client/storage/account-storage';
import type { ScrollAnchor } from '../../../ui/scroll-owner';

const name = 'places';
const maxPositions = 100;

const kept = v.array(v.tuple([v.string(), v.object({ key: v.string(), offset: v.number() })]));

/** Scroll positions of message lists on this device. They survive a reload. */
export class ScrollPositions {
  readonly #all: Map<string, ScrollAnchor>;

  constructor(private readonly account: string) {
    const read = v.safeParse(kept, readAccountStorage(account, name));
    this.#all = new Map(read.success ? read.output : []);
  }

  of(list: string): ScrollAnchor | undefined {
    return this.#all.get(list);
  }

  /** An undefined `spot` means the end, where lists open by default. */
  set(list: string, spot: ScrollAnchor | undefined): void {
    this.#all.delete(list);
    if (spot) this.#all.set(list, spot);
  }

  /** Call before the page might be closed. */
  save(): void {
    writeAccountStorage(this.account, name, [...this.#all].slice(-maxPositions));
  }
}
