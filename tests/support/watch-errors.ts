import type { BrowserContext } from '@playwright/test';

/** Svelte and kit name themselves, or the page that explains, in what they print. */
const framework = /\[svelte\]|svelte\.dev\/e\/|sveltekit/i;

/**
 * Collects what a profile's pages throw without catching it, rejections included, and what the
 * framework warns of. The returned function throws if there was any.
 */
export function watchErrors(context: BrowserContext): () => void {
  const found: string[] = [];
  void context.addInitScript(() => {
    const { warn } = console;
    const isTold = /svelte\.dev\/e\//;
    // The built app's warnings have no other sign of where they come from.
    Object.assign(console, {
      warn: (...said: unknown[]) =>
        warn(...said, ...(isTold.test(String(said[0])) ? [new Error().stack] : [])),
    });
  });
  context.on('weberror', (error) => {
    const { stack, message } = error.error();
    found.push(stack ?? message);
  });
  context.on('console', (message) => {
    const isWorse = message.type() === 'warning' || message.type() === 'error';
    if (isWorse && framework.test(message.text())) found.push(message.text());
  });
  return () => {
    if (found.length > 0) throw new Error(`The page did not go quietly:\n${found.join('\n')}`);
  };
}
