import { expect, it, onTestFinished, vi } from 'vitest';
import { getDrafts } from '../api/drafts';
import { Account } from './account.svelte';
import { newId } from './new-id';

const session = {
  id: `a${newId()}`,
  email: 'ada@example.org',
  full_name: 'Ada',
  realm_name: 'Example',
  realm_url: 'https://example.org',
};

const success = (fields: object) => Response.json({ result: 'success', msg: '', ...fields });

it('is signed in again once the event queue goes on after a 401', async () => {
  const polls: ((reply: Response) => void)[] = [];
  const answers: Record<string, () => Response | Promise<Response>> = {
    '/json/register': () =>
      success({ queue_id: 'q', last_event_id: -1, zulip_version: '12', zulip_feature_level: 400 }),
    '/json/events': () => new Promise((resolve) => polls.push(resolve)),
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    const answer = answers[String(path).split('?')[0] ?? ''];
    const refused = { result: 'error', code: 'UNAUTHORIZED', msg: 'No.' };
    return (await answer?.()) ?? Response.json(refused, { status: 401 });
  });
  const account = new Account(session, 'test');
  account.start();
  onTestFinished(() => {
    account.stop();
    vi.restoreAllMocks();
  });
  await vi.waitFor(() => expect(account.connection.kind).toBe('online'));
  await expect(account.call(getDrafts, {})).rejects.toThrow();
  expect(account.connection.kind).toBe('signed-out');
  await vi.waitFor(() => expect(polls.length).toBeGreaterThan(0));
  polls.shift()?.(success({ events: [{ id: 0, type: 'heartbeat' }] }));
  await vi.waitFor(() => expect(account.connection.kind).toBe('online'));
});
