/**
 * The account's state, which the server requested while serving the document, before this code was
 * loaded. A `meta` element in the head announces it, and it follows as a data block at the end:
 * lib/server/gateway/preloaded-calls.ts.
 */
export const preloadSelector = 'meta[name=inkwell-early]';
const blockId = 'inkwell-state';

/** Milliseconds to wait for a document that doesn't finish loading. */
const maxWait = 30_000;

export interface PreloadedReply {
  readonly status: number;
  readonly body: string;
}

/**
 * The reply to the account's registration, only once. Null if the server made no such call, or if
 * no reply comes before the document ends or `signal` aborts.
 */
export async function takePreloaded(
  account: string,
  signal: AbortSignal,
): Promise<PreloadedReply | null> {
  const announced = document.querySelector<HTMLMetaElement>(preloadSelector);
  if (announced?.dataset['account'] !== account) return null;
  announced.remove();
  const block = await arrival(AbortSignal.any([signal, AbortSignal.timeout(maxWait)]));
  if (!block) return null;
  block.remove();
  return { status: Number(block.dataset['status']), body: block.textContent };
}

/** Resolves with the element once it is complete: when a node follows it or the document ends. */
function arrival(signal: AbortSignal): Promise<HTMLElement | null> {
  const whole = () => {
    const element = document.getElementById(blockId);
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
