import { tick } from 'svelte';
import { insertTextIntoField } from 'text-field-edit';
import { isSingleKey } from '../../../client/shortcuts';

type Tools = typeof import('./BoxTools.svelte').default;

/** Milliseconds for which a paste may wait before it is there as plain text. */
const patience = 700;

/**
 * Formatting and all other help with writing: fetched when the bare box is on screen. Pastes and
 * shortcuts of the time before, if nobody else took them, are done once more then: it comes to the same.
 * Whoever goes on meanwhile, by typing or sending, has them at once, and a paste plain.
 */
export class LateTools {
  component = $state.raw<Tools>();
  /** They could not be fetched. */
  #missing = false;
  #early: (KeyboardEvent | ClipboardEvent)[] = [];
  /** What is done once more is not kept again, whoever takes it. */
  #isRedoing = false;

  constructor(
    private readonly element: () => HTMLTextAreaElement | undefined,
    private readonly fetch = (): Promise<{ default: Tools }> => import('./BoxTools.svelte'),
  ) {}

  load = async (): Promise<void> => {
    this.#missing = false;
    try {
      this.component = (await this.fetch()).default;
    } catch {
      this.#missing = true;
    }
    // From then on they listen.
    await tick();
    this.settle();
  };

  /** Somebody is about to write. */
  retry(): void {
    if (this.#missing) void this.load();
  }

  /** `keys`: the press in the notation of shortcuts. */
  key(event: KeyboardEvent, keys: string): void {
    if (!this.#takes(event)) return;
    if (isSingleKey(keys)) this.settle();
    else this.#keep(event);
  }

  /** Files are left to others. */
  paste(event: ClipboardEvent): void {
    if (!this.#takes(event) || !event.clipboardData?.getData('text/plain')) return;
    event.preventDefault();
    this.#keep(copyOf(event));
  }

  /** Does what was kept now. */
  settle(): void {
    this.#isRedoing = true;
    for (const event of this.#early.splice(0)) {
      const element = this.element();
      // The box is closed, or the page has taken a shortcut after all.
      if (!element?.isConnected || event.defaultPrevented) continue;
      if (event instanceof KeyboardEvent) {
        element.dispatchEvent(new KeyboardEvent(event.type, event));
      } else if (element.dispatchEvent(event)) {
        insertTextIntoField(element, event.clipboardData?.getData('text/plain') ?? '');
      }
    }
    this.#isRedoing = false;
  }

  #takes(event: Event): boolean {
    if (this.component || this.#isRedoing || event.defaultPrevented) return false;
    return event.target === this.element();
  }

  #keep(event: KeyboardEvent | ClipboardEvent): void {
    if (this.#early.length === 0) setTimeout(() => this.settle(), patience);
    this.#early.push(event);
    void this.load();
  }
}

/** The browser empties the data of a paste once that has been handled. */
function copyOf({ clipboardData: given }: ClipboardEvent): ClipboardEvent {
  const clipboardData = new DataTransfer();
  for (const type of given?.types ?? []) {
    if (type !== 'Files') clipboardData.setData(type, given?.getData(type) ?? '');
  }
  return new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
}
