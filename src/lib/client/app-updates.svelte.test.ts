import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppUpdates } from './app-updates.svelte';

describe('AppUpdates', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('leaves time for the first view before caching hundreds of files', () => {
    const register = vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(undefined);
    const stop = new AppUpdates().follow();
    vi.advanceTimersByTime(2000);
    expect(register).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(register).toHaveBeenCalledTimes(1);
    stop();
    register.mockRestore();
  });

  it('registers again when the connection is back and nothing was installed', async () => {
    const register = vi
      .spyOn(navigator.serviceWorker, 'register')
      .mockRejectedValue(new TypeError('no network'));
    const stop = new AppUpdates().follow();
    vi.runAllTimers();
    expect(register).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    expect(register).toHaveBeenCalledTimes(2);
    stop();
    window.dispatchEvent(new Event('online'));
    expect(register).toHaveBeenCalledTimes(2);
    register.mockRestore();
  });

  /**
   * A service worker registration that reports one worker, in the event order of the current
   * browser.
   */
  function aRegistration(active: ServiceWorker | null) {
    const registration = Object.assign(new EventTarget(), {
      active,
      waiting: null as ServiceWorker | null,
      installing: null as ServiceWorker | null,
      update: () => Promise.resolve(),
    });
    vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(
      registration as unknown as ServiceWorkerRegistration,
    );
    return registration;
  }

  function aWorker(state: ServiceWorkerState) {
    return Object.assign(new EventTarget(), { state, postMessage: vi.fn() }) as EventTarget & {
      state: ServiceWorkerState;
    } as ServiceWorker;
  }

  async function install(registration: ReturnType<typeof aRegistration>, worker: ServiceWorker) {
    const updates = new AppUpdates();
    const stop = updates.follow();
    vi.runAllTimers();
    expect(navigator.serviceWorker.register).toHaveBeenCalled();
    await Promise.resolve();
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    worker.dispatchEvent(new Event('statechange'));
    stop();
    vi.restoreAllMocks();
    return updates;
  }

  it('reports no update for the first build, even if it already controls the page', async () => {
    vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(aWorker('activating'));
    expect((await install(aRegistration(null), aWorker('installed'))).ready).toBe(false);
  });

  it('reports a build newer than the one in use, even if the page was loaded past it', async () => {
    vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(null);
    const updates = await install(aRegistration(aWorker('activated')), aWorker('installed'));
    expect(updates.ready).toBe(true);
  });
});
