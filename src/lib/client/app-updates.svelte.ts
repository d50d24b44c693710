import { createContext } from 'svelte';
import { on } from 'svelte/events';
import { prefetchLater } from './first-paint/prefetch';

/** Least time between two looks for a new build, in milliseconds. */
const lookEvery = 3_600_000;

/** Keeps the app startable without the server, and knows when a newer build waits to be used. */
export class AppUpdates {
  #waiting = $state.raw<ServiceWorker | null>(null);

  /** A newer build is here; it is used after `apply`, or when all tabs have been closed. */
  get ready(): boolean {
    return this.#waiting !== null;
  }

  /**
   * Registers the service worker, the first time when the page has had its time, and once more
   * whenever the connection is back and there is still none: it is installed whole or not at all. A
   * browser that refuses it does without.
   */
  follow(): () => void {
    let attempt = new AbortController();
    const register = () => {
      attempt.abort();
      attempt = new AbortController();
      void this.#register(attempt.signal).catch(() => undefined);
    };
    const isKnown = Boolean(navigator.serviceWorker?.controller);
    const stopWaiting = prefetchLater([async () => register()], isKnown ? 0 : undefined);
    const stopListening = on(window, 'online', () => {
      if (!navigator.serviceWorker?.controller) register();
    });
    return () => {
      stopWaiting();
      stopListening();
      attempt.abort();
    };
  }

  /** Reloads this tab into the newer build; other tabs go on with theirs. */
  apply(): void {
    // Activated meanwhile, by another tab or because nobody used the old one: no change will come.
    if (this.#waiting?.state !== 'installed') return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    });
    this.#waiting.postMessage('activate');
  }

  async #register(signal: AbortSignal): Promise<void> {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    const notice = (worker: ServiceWorker | null) => {
      if (worker?.state === 'installed' && !signal.aborted) this.#waiting = worker;
    };
    const follow = (worker: ServiceWorker | null) => {
      // The first one follows none, and whom it controls says nothing: WebKit tells of an
      // installation only when the worker is this page's controller already.
      if (!worker || !registration.active) return;
      worker.addEventListener('statechange', () => notice(worker), { signal });
    };
    if (registration.active) notice(registration.waiting);
    follow(registration.installing);
    registration.addEventListener('updatefound', () => follow(registration.installing), { signal });
    let lookedAt = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookEvery) return;
      lookedAt = Date.now();
      registration.update().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look, { signal });
  }
}

export const [useAppUpdates, provideAppUpdates] = createContext<AppUpdates>();
