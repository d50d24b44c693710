import { createContext } from 'svelte';
import { on } from 'svelte/events';

/** Least time between two looks for a new build, in milliseconds. */
const lookEvery = 3_600_000;

/** Keeps the app startable without the server, and knows when a newer build waits to be used. */
export class Updates {
  #waiting = $state.raw<ServiceWorker | null>(null);

  /** A newer build is here; it is used after `apply`, or when all tabs have been closed. */
  get ready(): boolean {
    return this.#waiting !== null;
  }

  /**
   * Registers the service worker, and once more whenever the connection is back and there is still
   * none: it is installed whole or not at all. A browser that refuses it does without.
   */
  follow(): () => void {
    let attempt = new AbortController();
    const register = () => {
      attempt.abort();
      attempt = new AbortController();
      void this.#register(attempt.signal).catch(() => undefined);
    };
    register();
    const stopListening = on(window, 'online', () => {
      if (!navigator.serviceWorker?.controller) register();
    });
    return () => {
      stopListening();
      attempt.abort();
    };
  }

  /** Reloads this tab into the newer build; other tabs go on with theirs. */
  apply(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    });
    this.#waiting?.postMessage('activate');
  }

  async #register(signal: AbortSignal): Promise<void> {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    const notice = (worker: ServiceWorker | null) => {
      const isUpdate = navigator.serviceWorker.controller !== null;
      if (worker?.state === 'installed' && isUpdate && !signal.aborted) this.#waiting = worker;
    };
    notice(registration.waiting);
    registration.addEventListener(
      'updatefound',
      () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => notice(worker), { signal });
      },
      { signal },
    );
    let lookedAt = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookEvery) return;
      lookedAt = Date.now();
      registration.update().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look, { signal });
  }
}

export const [useUpdates, provideUpdates] = createContext<Updates>();
