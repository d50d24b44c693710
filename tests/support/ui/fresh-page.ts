import { beforeEach, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';

/*
 * Runs before each file of component tests. Those of one browser share a page, and what earlier ones
 * left there is taken away. A hook of a module that several of them import would hold in the first
 * alone; so where a helper has to tidy up, it calls `onTestFinished`.
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
