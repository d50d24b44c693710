import { SvelteMap } from 'svelte/reactivity';

export interface ToastMessage {
  /** A toast replaces one with the same key. */
  readonly key: string;
  /** Names the object: "Draft to #design deleted". */
  readonly text: string;
  readonly tone: 'neutral' | 'success' | 'danger';
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

type NewToast = Pick<ToastMessage, 'text'> & Partial<ToastMessage>;

/** Milliseconds that a toast stays. */
const shownFor = 10_000;

/**
 * Confirmations, each with at most one action. Time stops while `hold` is on (pointer or focus in
 * the toasts). Never show an error only here.
 */
export class ToastQueue {
  #shown = new SvelteMap<string, ToastMessage>();
  #timers = new Map<
    string,
    { handle: ReturnType<typeof setTimeout>; since: number; left: number }
  >();
  #held = false;
  #made = 0;

  get all(): readonly ToastMessage[] {
    return [...this.#shown.values()];
  }

  show(toast: NewToast): void {
    const key = toast.key ?? `toast-${++this.#made}`;
    this.dismiss(key);
    this.#shown.set(key, { tone: 'neutral', ...toast, key });
    this.#start(key, shownFor);
  }

  dismiss(key: string): void {
    clearTimeout(this.#timers.get(key)?.handle);
    this.#timers.delete(key);
    this.#shown.delete(key);
  }

  /** Runs the action of a toast; it can't run twice. */
  act(key: string): void {
    const action = this.#shown.get(key)?.action;
    this.dismiss(key);
    action?.run();
  }

  /** Ctrl+Z outside text fields: runs the newest action. Returns false if there is none. */
  undo(): boolean {
    const last = this.all.findLast((toast) => toast.action);
    if (last) this.act(last.key);
    return last !== undefined;
  }

  hold(on: boolean): void {
    if (on === this.#held) return;
    this.#held = on;
    for (const [key, timer] of this.#timers) {
      clearTimeout(timer.handle);
      if (on) timer.left -= Date.now() - timer.since;
      else this.#start(key, timer.left);
    }
  }

  #start(key: string, left: number): void {
    const handle = setTimeout(() => this.dismiss(key), Math.max(left, 1000));
    if (this.#held) clearTimeout(handle);
    this.#timers.set(key, { handle, since: Date.now(), left });
  }
}
