import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';

vi.mock('$service-worker', () => ({ build: [], files: [], version: '1' }));

type Hear = (event: unknown) => void;
let listeners: ReadonlyMap<string, Hear>;

beforeAll(async () => {
  const added = vi.spyOn(globalThis, 'addEventListener');
  await import('./service-worker');
  listeners = new Map(added.mock.calls.map(([type, hear]) => [type, hear as Hear]));
  added.mockRestore();
});

/** The parts of a worker that pages don't have. */
function asWorker(parts: object) {
  for (const [name, value] of Object.entries(parts)) vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('shows and closes notifications in order, for the tab that asked', async () => {
  const shown: string[] = [];
  const asked: unknown[] = [];
  asWorker({
    registration: {
      showNotification: async (title: string, options: unknown) => {
        await Promise.resolve();
        asked.push(options);
        shown.push(title);
      },
      getNotifications: () => [{ close: () => shown.pop() }],
    },
  });
  const waited: Promise<unknown>[] = [];
  const tell = (data: unknown) =>
    listeners.get('message')?.({
      data,
      source: { id: 'tab' },
      waitUntil: (one: Promise<unknown>) => waited.push(one),
    });
  const options = { tag: 'dm 8', data: { href: '/inbox' } };
  tell({ kind: 'show-notification', title: 'Ana', options });
  tell({ kind: 'close-notification', tag: 'dm 8' });
  await Promise.all(waited);
  expect(asked).toEqual([{ tag: 'dm 8', data: { href: '/inbox', client: 'tab' } }]);
  expect(shown).toEqual([]);
});

it('passes clicks to the tab that asked, or opens the page if it is closed', async () => {
  const tab = { postMessage: vi.fn(), focus: vi.fn(() => Promise.reject(new Error('No.'))) };
  const openWindow = vi.fn();
  asWorker({ clients: { get: (id: string) => (id === 'tab' ? tab : undefined), openWindow } });
  const click = async (client: string, action: string) => {
    let done: unknown;
    const notification = { tag: 'dm 8', data: { client, href: '/inbox' }, close: vi.fn() };
    listeners.get('notificationclick')?.({
      notification,
      action,
      waitUntil: (one: unknown) => (done = one),
    });
    await done;
    expect(notification.close).toHaveBeenCalledOnce();
  };
  await click('tab', 'read');
  expect(tab.focus).not.toHaveBeenCalled();
  await click('tab', '');
  expect(tab.focus).toHaveBeenCalledOnce();
  expect(tab.postMessage.mock.calls).toEqual([
    [{ kind: 'notification-click', tag: 'dm 8', action: 'read' }],
    [{ kind: 'notification-click', tag: 'dm 8', action: '' }],
  ]);
  await click('gone', '');
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/inbox');
});

it('answers with an error if a leaving page has canceled the request', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new DOMException('Left.', 'AbortError'));
  const answerTo = (path: string, mode: RequestMode) => {
    const respondWith = vi.fn<(answer: Promise<Response>) => void>();
    const { href: url } = new URL(path, location.origin);
    listeners.get('fetch')?.({ request: { method: 'GET', url, mode }, respondWith });
    return respondWith.mock.calls[0]?.[0];
  };
  const part = answerTo('/_app/immutable/chunks/a.js', 'cors');
  await expect(part).resolves.toHaveProperty('type', 'error');
  const page = answerTo('/drafts', 'navigate');
  await expect(page).resolves.toHaveProperty('type', 'error');
});
