import type { RegisterState } from '$lib/api/register';
import { viewServerRows } from './engine/list-view';
import type { DraftEngineState } from './engine/engine-state';
import type { DraftView } from './engine/draft-view';

/** What a new device shows until it has stored the server's drafts. */
export class FirstDraftList {
  #rows = $state.raw<readonly DraftView[]>([]);
  #settled = $state(false);
  #registered = false;

  /** The first rows the server sent, while this device had none. */
  get rows(): readonly DraftView[] {
    return this.#rows;
  }

  /** The server's list is being loaded for the first time. */
  get awaited(): boolean {
    return !this.#settled;
  }

  registered({ drafts = [] }: RegisterState, isEmpty: boolean): void {
    if (isEmpty) this.#rows = viewServerRows(drafts);
    this.#registered = true;
  }

  follow(state: DraftEngineState): void {
    this.#settled ||= !this.#isListing(state);
  }

  /** The first response is cut short for long lists, but is never empty if there are drafts. */
  #isListing({ sync, records, graves, needsList, call, queue }: DraftEngineState): boolean {
    if (!sync || records.size > 0 || graves.size > 0) return false;
    if (!this.#registered) return true;
    if (this.#rows.length === 0) return false;
    const isCalling = call !== null && call !== 'noting' && call.kind === 'list';
    return needsList || isCalling || queue.some(({ type }) => type === 'listed');
  }
}
