import * as v from 'valibot';
import { readMemory, writeMemory } from '../../../client/memory';
import type { Spot } from '../../../ui/scroll-owner';

const name = 'places';
const most = 100;

const kept = v.array(v.tuple([v.string(), v.object({ key: v.string(), offset: v.number() })]));

/** Where somebody was in lists of messages, on this device, over a reload, too. */
export class Places {
  readonly #all: Map<string, Spot>;

  constructor(private readonly account: string) {
    const read = v.safeParse(kept, readMemory(account, name));
    this.#all = new Map(read.success ? read.output : []);
  }

  of(list: string): Spot | undefined {
    return this.#all.get(list);
  }

  /** `spot` undefined: at the end, where one begins anyway. */
  keep(list: string, spot: Spot | undefined): void {
    this.#all.delete(list);
    if (spot) this.#all.set(list, spot);
  }

  /** Before the page may go. */
  save(): void {
    writeMemory(this.account, name, [...this.#all].slice(-most));
  }
}
