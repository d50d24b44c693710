import type { BrowserContext, Page, Response } from '@playwright/test';
import { checkReply } from '../contract/strict';

/**
 * Checks what a profile's pages get from the session gateway against its documented shape. The
 * returned function throws the first difference. Errors are left out: the gateway has some of its
 * own.
 */
export function watchReplies(
  context: BrowserContext,
  whole: 'whole' | 'partial',
): () => Promise<void> {
  const checks: Promise<Error | undefined>[] = [];
  context.on('response', (response) => {
    const path = apiPath(response);
    if (path === null || response.status() !== 200) return;
    checks.push(
      check(response, path, whole).then(
        () => undefined,
        (error: unknown) => error as Error,
      ),
    );
  });
  return async () => {
    const problem = (await Promise.all(checks)).find((found) => found !== undefined);
    if (problem !== undefined) throw problem;
  };
}

function apiPath(response: Response): string | null {
  const { pathname } = new URL(response.url());
  // Resumable uploads use another protocol.
  const isCall = pathname.startsWith('/json/') && !pathname.startsWith('/json/tus/');
  return isCall ? pathname.slice('/json'.length) : null;
}

async function check(response: Response, path: string, whole: 'whole' | 'partial'): Promise<void> {
  const page = response.frame().page();
  // If the page no longer waits for a reply, its body might never come.
  const text = await Promise.race([response.text().catch(() => null), gone(page)]);
  if (text !== null) {
    checkReply(response.request().method(), path, 200, JSON.parse(text), whole);
  }
}

function gone(page: Page): Promise<null> {
  return new Promise((resolve) => {
    if (page.isClosed()) resolve(null);
    page.once('close', () => resolve(null));
    page.once('crash', () => resolve(null));
  });
}
