import type { FoundMessage } from '../../api/read-messages';
import { useRooms } from '../../client/rooms.svelte';
import type { Spot } from '../../ui/scroll-owner';

/** What was found, and where one was in it. */
interface Found {
  readonly query: string;
  readonly messages: readonly FoundMessage[];
  readonly isWhole: boolean;
  readonly hasNewest: boolean;
  /** Undefined: at the newest. */
  readonly spot: Spot | undefined;
  /** The message that was gone to. */
  readonly opened: number | undefined;
}

/** Searches to which one may come back. */
const most = 5;

class LastFound {
  readonly #found = new Map<string, Found>();

  /** Undefined where that was not searched for lately. */
  of(query: string): Found | undefined {
    return this.#found.get(query);
  }

  keep(found: Found): void {
    this.#found.delete(found.query);
    this.#found.set(found.query, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > most && oldest !== undefined) this.#found.delete(oldest);
  }
}

/** The account's last searches; to be asked for while a component starts. */
export const useLastFound = (): LastFound => useRooms().one(LastFound, () => new LastFound());
