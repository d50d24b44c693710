/**
 * Calls that the server made while serving the document, before this code was loaded. A `meta`
 * element in the head announces each, and its reply follows as a data block at the end:
 * lib/server/gateway/preloaded-calls.ts.
 */
export const preloadSelector = 'meta[name=inkwell-early]';

/** Milliseconds to wait for a document that doesn't finish loading. */
const maxWait = 30_000;

export interface PreloadedReply {
  readonly status: number;
  readonly body: string;
}

/**
 * The reply to a call, for example `GET /json/drafts`, only once. Null if the server made no such
 * call, or if no reply comes before the document ends or `signal` aborts.
 */
export async function takePreloaded(
  account: string,
  call: string,
  signal?: AbortSignal,
): Promise<PreloadedReply | null> {
  const element = preloadElements().find(
    ({ content, dataset }) => dataset['account'] === account && content === call,
  );
  if (!element) return null;
  element.remove();
  const limit = AbortSignal.timeout(maxWait);
  const block = await arrival(
    element.dataset['block'] ?? '',
    signal ? AbortSignal.any([signal, limit]) : limit,
  );
  if (!block) return null;
  block.remove();
  return { status: Number(block.dataset['status']), body: block.textContent };
}

/** Drops all replies not yet taken: after a change they are out of date. */
export function dropPreloadedReads(): void {
  for (const element of preloadElements()) if (element.content.startsWith('GET ')) element.remove();
}

/** Empty in a worker, which has no document. */
function preloadElements(): HTMLMetaElement[] {
  return [...(globalThis.document?.querySelectorAll<HTMLMetaElement>(preloadSelector) ?? [])];
}

/** Resolves with the element once it is complete: when a node follows it or the document ends. */
function arrival(id: string, signal: AbortSignal): Promise<HTMLElement | null> {
  const whole = () => {
    const element = document.getElementById(id);
    return element?.nextSibling ? element : null;
  };
  return new Promise((resolve) => {
    const done = new AbortController();
    const settle = (element: HTMLElement | null) => {
      observer.disconnect();
      done.abort();
      resolve(element);
    };
    const look = () => {
      const element = whole();
      if (element || document.readyState !== 'loading') settle(element);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true });
    document.addEventListener('readystatechange', look, { signal: done.signal });
    signal.addEventListener('abort', () => settle(null), { signal: done.signal });
    if (signal.aborted) settle(null);
    else look();
  });
}
