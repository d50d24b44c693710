import { beforeEach, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-svelte';

/*
 * Runs before each file of component tests. They follow one another in one browser: what earlier ones
 * left there is taken away, in their page too where they share one (`isolate: false`). A hook of a
 * module that several of them import would hold in the first alone then; so where a helper has to tidy
 * up, it calls `onTestFinished`.
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
