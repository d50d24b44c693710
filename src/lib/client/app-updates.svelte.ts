import { createContext } from 'svelte';
import { on } from 'svelte/events';
import { prefetchLater } from './first-paint/prefetch';

/** Minimum milliseconds between two checks for a new build. */
const lookEvery = 3_600_000;

/** Keeps the app startable without the server, and detects when a newer build is ready. */
export class AppUpdates {
  #waiting = $state.raw<ServiceWorker | null>(null);

  /**
   * Whether a newer build is ready; it is used after `apply`, or when all tabs have been closed.
   */
  get ready(): boolean {
    return this.#waiting !== null;
  }

  /**
   * Registers the service worker after the first view has had time to load, and again whenever the
   * connection comes back and there is still none: it is installed completely or not at all. If the
   * browser refuses, the app works without it.
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

  /** Reloads this tab into the newer build; other tabs continue with theirs. */
  apply(): void {
    // The worker is already active, because another tab did this or no tab used the old one: no
    // `controllerchange` will come.
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
      // The first worker is no update. Don't check `controller` to detect it: WebKit reports an
      // installation only after the worker controls this page.
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
