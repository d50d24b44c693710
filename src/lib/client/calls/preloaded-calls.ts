/**
 * Calls that the server has made for the document's own sake, before this code was there. Each is
 * announced in its head by a `meta` element and its reply comes as a data block at its end:
 * lib/server/gateway/preloaded-calls.ts.
 */
const preloadSelector = 'meta[name=inkwell-early]';

/** Milliseconds for which a document that does not come to its end is waited for. */
const maxWait = 30_000;

export interface PreloadedReply {
  readonly status: number;
  readonly body: string;
}

/**
 * The reply to a call such as `GET /json/drafts`, once; null where the document has not made it, or
 * brings no reply before its end or `signal`.
 */
export async function takePreloaded(
  account: string,
  call: string,
  signal?: AbortSignal,
): Promise<PreloadedReply | null> {
  const told = preloadElements().find(
    ({ content, dataset }) => dataset['account'] === account && content === call,
  );
  if (!told) return null;
  told.remove();
  const limit = AbortSignal.timeout(maxWait);
  const block = await arrival(
    told.dataset['block'] ?? '',
    signal ? AbortSignal.any([signal, limit]) : limit,
  );
  if (!block) return null;
  block.remove();
  return { status: Number(block.dataset['status']), body: block.textContent };
}

/** Something has changed since they were asked: what has not been taken is old news. */
export function dropPreloadedReads(): void {
  for (const told of preloadElements()) if (told.content.startsWith('GET ')) told.remove();
}

/** None where no document is: in a worker. */
function preloadElements(): HTMLMetaElement[] {
  return [...(globalThis.document?.querySelectorAll<HTMLMetaElement>(preloadSelector) ?? [])];
}

/** The element once it is whole, which what follows it tells, or the end of the document. */
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
