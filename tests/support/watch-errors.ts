import type { BrowserContext } from '@playwright/test';

/** Svelte and SvelteKit name themselves, or the page that explains the warning. */
const framework = /\[svelte\]|svelte\.dev\/e\/|sveltekit/i;

/**
 * Collects uncaught errors of a profile's pages, including rejections, and the framework's
 * warnings. The returned function throws if there were any.
 */
export function watchErrors(context: BrowserContext): () => void {
  const found: string[] = [];
  void context.addInitScript(() => {
    const { warn } = console;
    const isDocumented = /svelte\.dev\/e\//;
    // In the built app, warnings don't show where they come from otherwise.
    Object.assign(console, {
      warn: (...said: unknown[]) =>
        warn(...said, ...(isDocumented.test(String(said[0])) ? [new Error().stack] : [])),
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
