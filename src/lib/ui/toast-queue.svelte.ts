import { SvelteMap } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { UndoStack, type UndoEntry, type UndoRun } from './undo-stack.svelte';

export interface ToastMessage {
  /** A toast replaces one with the same key. */
  readonly key: string;
  /** Names the object: "Draft to #design deleted". */
  readonly text: string;
  readonly tone: 'neutral' | 'success' | 'danger';
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** What the action undoes. */
  readonly entry?: UndoEntry | undefined;
}

interface NewToast extends Partial<Omit<ToastMessage, 'entry'>> {
  readonly text: string;
  /** Offers Undo, also by Ctrl+Z once the toast has gone. */
  readonly undo?: UndoRun | undefined;
  /** What Undo takes back, if the text doesn't say it. */
  readonly undoes?: string;
}

/** Why an undo failed, and whether another try can help. */
interface UndoProblem {
  readonly text: string;
  readonly retry: 'now' | 'later' | 'never';
}

interface ToastTimer {
  readonly handle: ReturnType<typeof setTimeout>;
  readonly since: number;
  left: number;
}

/** The toasts on screen, shared by the queues of all accounts. */
class ShownToasts {
  readonly all = new SvelteMap<string, ToastMessage>();
  readonly timers = new Map<string, ToastTimer>();
  isHeld = false;
  made = 0;
}

/** Milliseconds that a toast stays. */
const shownFor = 10_000;

/**
 * Confirmations, each with at most one action. Time stops while `hold` is on (pointer or focus in
 * the toasts). Never show an error only here.
 */
export class ToastQueue {
  readonly undos = new UndoStack();

  constructor(
    private readonly explain: (failure: unknown) => UndoProblem = (failure) => ({
      text: String(failure),
      retry: 'never',
    }),
    private readonly shown = new ShownToasts(),
  ) {}

  /** For an account: the same toasts with their own undo stack. */
  forAccount(): ToastQueue {
    return new ToastQueue(this.explain, this.shown);
  }

  get all(): readonly ToastMessage[] {
    return [...this.shown.all.values()];
  }

  /**
   * Does nothing once the account was left: another one is on screen. Returns a function that hides
   * it and drops what it offers to undo, even if a newer toast has replaced it.
   */
  show({ undo, undoes, ...toast }: NewToast): () => void {
    if (this.undos.isOver) return () => undefined;
    const key = toast.key ?? `toast-${++this.shown.made}`;
    this.dismiss(key);
    const hide = () => {
      if (this.shown.all.get(key) === message) this.dismiss(key);
    };
    const entry = undo && { label: undoes ?? toast.text, at: Date.now(), run: undo, hide };
    if (entry) this.undos.add(entry);
    const action = entry ? { label: m.ui_undo(), run: () => void this.#undo(entry) } : toast.action;
    const message: ToastMessage = { tone: 'neutral', ...toast, key, action, entry };
    this.shown.all.set(key, message);
    this.#start(key, shownFor);
    return () => {
      if (entry) this.undos.remove(entry);
      hide();
    };
  }

  /** Hides a toast and drops what it offered to undo. Returns whether it was shown. */
  retract(key: string): boolean {
    const entry = this.shown.all.get(key)?.entry;
    if (entry) this.undos.remove(entry);
    this.dismiss(key);
    return entry !== undefined;
  }

  /** Hides a toast. What it offered to undo can still be undone. */
  dismiss(key: string): void {
    clearTimeout(this.shown.timers.get(key)?.handle);
    this.shown.timers.delete(key);
    this.shown.all.delete(key);
  }

  /** Runs the action of a toast; it can't run twice. */
  act(key: string): void {
    const action = this.shown.all.get(key)?.action;
    this.dismiss(key);
    action?.run();
  }

  /** Undoes the last action, whose toast goes too. Returns false if there is none. */
  undo(): boolean {
    const { last } = this.undos;
    if (last) void this.#undo(last);
    return last !== undefined;
  }

  /** Part of leaving the account. */
  stop(): void {
    this.undos.end();
  }

  hold(on: boolean): void {
    const { shown } = this;
    if (on === shown.isHeld) return;
    shown.isHeld = on;
    for (const [key, timer] of shown.timers) {
      clearTimeout(timer.handle);
      if (on) timer.left -= Date.now() - timer.since;
      else this.#start(key, timer.left);
    }
  }

  async #undo(entry: UndoEntry): Promise<void> {
    if (!this.undos.remove(entry)) return;
    entry.hide();
    const { run, label } = entry;
    try {
      const text = await run();
      if (text !== undefined) this.show({ tone: 'danger', text });
    } catch (failure) {
      const { text, retry } = this.explain(failure);
      this.show({ tone: 'danger', text, undoes: label, undo: retry === 'never' ? undefined : run });
    }
  }

  #start(key: string, left: number): void {
    const handle = setTimeout(() => this.dismiss(key), Math.max(left, 1000));
    if (this.shown.isHeld) clearTimeout(handle);
    this.shown.timers.set(key, { handle, since: Date.now(), left });
  }
}
