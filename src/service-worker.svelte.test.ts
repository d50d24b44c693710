import { expect, it, onTestFinished, vi } from 'vitest';

vi.mock('$service-worker', () => ({ build: [], files: [], version: '1' }));

it('answers with an error if a leaving page has canceled the request', async () => {
  const listeners = vi.spyOn(globalThis, 'addEventListener');
  onTestFinished(() => void vi.restoreAllMocks());
  await import('./service-worker');
  const hear = listeners.mock.calls.find(([type]) => type === 'fetch')?.[1] as (
    event: unknown,
  ) => void;
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new DOMException('Left.', 'AbortError'));
  const answerTo = (path: string, mode: RequestMode) => {
    const respondWith = vi.fn<(answer: Promise<Response>) => void>();
    const { href: url } = new URL(path, location.origin);
    hear({ request: { method: 'GET', url, mode }, respondWith });
    return respondWith.mock.calls[0]?.[0];
  };
  const part = answerTo('/_app/immutable/chunks/a.js', 'cors');
  await expect(part).resolves.toHaveProperty('type', 'error');
  const page = answerTo('/drafts', 'navigate');
  await expect(page).resolves.toHaveProperty('type', 'error');
});
