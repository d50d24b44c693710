import { beforeEach, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';

/*
 * Runs before each file of component tests. Files of one browser share a page, so this removes what
 * earlier ones left there. A hook in a module that several files import would only run in the
 * first; helpers that need to clean up call `onTestFinished` instead.
 */

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
cleanup();
await userEvent.cleanup();
for (const name of ['class', 'dir', 'style']) document.documentElement.removeAttribute(name);
document.body.replaceChildren();
localStorage.clear();
sessionStorage.clear();

beforeEach(() => cleanup());
