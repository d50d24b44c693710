import type { FoundMessage } from '../../api/read-messages';
import { useRooms } from '../../client/rooms.svelte';

/** What was found, and where one was in it. */
interface Found {
  readonly query: string;
  readonly messages: readonly FoundMessage[];
  readonly isWhole: boolean;
  /** Pixels that the list was scrolled by. */
  readonly top: number;
  /** The message that was gone to. */
  readonly opened: number | undefined;
}

class LastFound {
  #found: Found | undefined;

  /** Undefined where something else was searched for last. */
  of(query: string): Found | undefined {
    return this.#found?.query === query ? this.#found : undefined;
  }

  keep(found: Found): void {
    this.#found = found;
  }
}

/** The account's last search, to which one comes back; to be asked for while a component starts. */
export const useLastFound = (): LastFound => useRooms().one(LastFound, () => new LastFound());
