export interface UndoEntry {
  /** What was done, in the words of its toast. */
  readonly label: string;
  /** When it was done: device clock, milliseconds. */
  readonly at: number;
  readonly run: UndoRun;
  /** Hides its toast. */
  readonly hide: () => void;
}

/** Takes something back. Throws, or returns the reason in words, if that is no longer possible. */
export type UndoRun = () => string | void | Promise<string | void>;

/** A list of a page whose rows an undo can bring back. */
export type UndoableList =
  | 'channels'
  | 'drafts'
  | 'inbox'
  | 'reminders'
  | 'scheduled'
  | 'snippets'
  | 'subscribers'
  | 'topics';

/** The keys of the rows; null while they aren't known yet. */
type RestoredListener = (rows: readonly string[] | null) => void;

/** How many actions can be undone; the oldest are dropped first. */
const maxEntries = 100;

/** What the user of one account can undo on any page. A reload empties it. */
export class UndoStack {
  #entries = $state.raw<readonly UndoEntry[]>([]);
  #isOver = false;
  readonly #listeners = new Map<RestoredListener, UndoableList>();

  /** The newest entry, which Ctrl+Z takes back. */
  get last(): UndoEntry | undefined {
    return this.#entries.at(-1);
  }

  /** The account was left. */
  get isOver(): boolean {
    return this.#isOver;
  }

  add(entry: UndoEntry): void {
    this.#entries = [...this.#entries, entry].slice(-maxEntries);
  }

  /** Returns whether it was still there: an entry runs at most once. */
  remove(entry: UndoEntry): boolean {
    if (!this.#entries.includes(entry)) return false;
    this.#entries = this.#entries.filter((one) => one !== entry);
    return true;
  }

  /** For the page with this list: calls back with rows to select. Returns a function to stop. */
  onRestored(list: UndoableList, listener: RestoredListener): () => void {
    this.#listeners.set(listener, list);
    return () => this.#listeners.delete(listener);
  }

  announceRestored(list: UndoableList, rows: readonly string[] | null): void {
    for (const [listener, at] of this.#listeners) if (at === list) listener(rows);
  }

  /** The account is left: nothing of it can be undone anymore. */
  end(): void {
    this.#isOver = true;
    for (const { hide } of this.#entries) hide();
    this.#entries = [];
  }
}
