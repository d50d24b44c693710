import { expect, it, onTestFinished, vi } from 'vitest';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import { announceEarly, beginEarly, forgetEarly } from '../../../../tests/support/ui/early';
import { addAlertWords, getAlertWords } from '../../api/alert-words';
import { getDrafts } from '../../api/drafts';
import { Account, type ServerAccess } from './account.svelte';
import { eventTables } from '../events/event-tables';
import { newId } from '../new-id';

const session = {
  email: 'ada@example.org',
  full_name: 'Ada',
  realm_name: 'Example',
  realm_url: 'https://example.org',
};

/**
 * A server with one event queue. `polls` holds the callbacks that answer the waiting event polls.
 */
function serve(more: Record<string, () => Response | Promise<Response>> = {}, id = `a${newId()}`) {
  const polls: ((reply: Response) => void)[] = [];
  const requests: string[] = [];
  const answers: typeof more = {
    '/json/register': () => success(aState()),
    '/json/events': () => new Promise((resolve) => polls.push(resolve)),
    ...more,
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    const [address = ''] = String(path).split('?');
    requests.push(address);
    return (await answers[address]?.()) ?? refused(401, 'UNAUTHORIZED');
  });
  const account = new Account({ ...session, id }, 'test', true);
  account.start();
  onTestFinished(() => {
    account.stop();
    vi.restoreAllMocks();
  });
  return { account, polls, requests };
}

const refused = (status: number, code: string, fields = {}) =>
  Response.json({ result: 'error', code, msg: 'No.', ...fields }, { status });
const success = (fields: object) => Response.json({ result: 'success', msg: '', ...fields });

it('is signed in again once the event queue continues after a 401', async () => {
  const { account, polls } = serve();
  await expect.poll(() => account.connection.kind).toBe('online');
  await expect(account.call(getDrafts, {})).rejects.toThrow();
  expect(account.connection.kind).toBe('signed-out');
  await expect.poll(() => polls.length).toBeGreaterThan(0);
  polls.shift()?.(success({ events: [{ id: 0, type: 'heartbeat' }] }));
  await expect.poll(() => account.connection.kind).toBe('online');
});

it('starts from the state that came with the document', async () => {
  const id = `a${newId()}`;
  onTestFinished(forgetEarly);
  announceEarly(id);
  beginEarly()(JSON.stringify({ result: 'success', msg: '', ...aState({ user_id: 7 }) }));
  const { account, requests } = serve({}, id);
  await expect.poll(() => account.connection.kind).toBe('online');
  expect(account.user_id).toBe(7);
  expect(requests).not.toContain('/json/register');
});

it('creates no new event queue while the user is signing out', async () => {
  const { account, polls, requests } = serve();
  await expect.poll(() => polls.length).toBe(1);
  await account.leave(async (queue_id) => {
    expect(queue_id).toBe(aState().queue_id);
    // The account reads this reply before the reply to signing out.
    const gone = refused(400, 'BAD_EVENT_QUEUE_ID');
    const read = vi.spyOn(gone, 'text');
    polls.shift()?.(gone);
    await expect.poll(() => read).toHaveBeenCalled();
    await read.mock.results[0]?.value;
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(requests.filter((path) => path === '/json/register')).toHaveLength(1);
  expect(account.connection.kind).toBe('online');
});

it('continues when signing out has failed', async () => {
  const { account, polls, requests } = serve();
  await expect.poll(() => polls.length).toBe(1);
  const leaving = account.leave(() => Promise.reject(new Error('no answer')));
  await expect(leaving).rejects.toThrow('no answer');
  polls.shift()?.(refused(400, 'BAD_EVENT_QUEUE_ID'));
  await expect.poll(() => requests.filter((path) => path === '/json/register')).toHaveLength(2);
});

it('stays rate limited for as long as the server asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { account } = serve({
    '/json/drafts': () => refused(429, 'RATE_LIMIT_HIT', { 'retry-after': 40 }),
  });
  expect(account.isRateLimited).toBe(false);
  await expect(account.call(getDrafts, {})).rejects.toThrow();
  expect(account.isRateLimited).toBe(true);
  vi.advanceTimersByTime(39_999);
  expect(account.isRateLimited).toBe(true);
  vi.advanceTimersByTime(1);
  expect(account.isRateLimited).toBe(false);
});

it('rebuilds a directory only when its rows have changed', async () => {
  const { account, polls } = serve({
    '/json/register': () =>
      success(
        aState({
          user_id: 7,
          realm_users: [aPerson(7)],
          streams: [aChannel(5), aChannel(6)],
          subscriptions: [aSubscription(5)],
        }),
      ),
  });
  let id = 0;
  /** Names of the directories that are different objects after the event. */
  const changedBy = async (event: object) => {
    const { users, channels, subscriptions } = account;
    const received = new Promise((resolve) => onTestFinished(account.onEvents('all', resolve)));
    await expect.poll(() => polls).toHaveLength(1);
    polls.shift()?.(success({ events: [{ id: id++, ...event }] }));
    await received;
    return [
      ...(account.users === users ? [] : ['users']),
      ...(account.channels === channels ? [] : ['channels']),
      ...(account.subscriptions === subscriptions ? [] : ['subscriptions']),
    ];
  };
  await expect.poll(() => account.users.size).toBe(1);
  const property = { property: 'enter_sends', value: true };
  expect(await changedBy({ type: 'user_settings', op: 'update', ...property })).toEqual([]);
  expect(account.setting('enter_sends')).toBe(true);
  const person = { user_id: 7, full_name: 'Grace' };
  expect(await changedBy({ type: 'realm_user', op: 'update', person })).toEqual(['users']);
  expect(account.full_name).toBe('Grace');
  const named = { type: 'stream', op: 'update', property: 'name', value: 'kitchen' };
  expect(await changedBy({ ...named, stream_id: 6 })).toEqual(['channels']);
  expect(account.channels.get(6)?.name).toBe('kitchen');
  expect(await changedBy({ ...named, stream_id: 5 })).toEqual(['channels', 'subscriptions']);
});

const position = { queue_id: 'q1', last_event_id: 1 };

/** An account that has its state but whose event tables keep loading until `read` is called. */
function beforeEventsCanBeRead() {
  let hub!: Parameters<ServerAccess['follow']>[0];
  const reading = Promise.withResolvers<typeof eventTables>();
  const tables = {
    ready: undefined as typeof eventTables | undefined,
    load: () => reading.promise,
  };
  const account = new Account({ ...session, id: `a${newId()}` }, 'test', true, {
    call: () => () => Promise.resolve({} as never),
    tables,
    follow(delegate) {
      hub = delegate;
      const nothing = () => undefined;
      return { queue_id: null, start: nothing, stop: nothing, wake: nothing, lostNetwork: nothing };
    },
  });
  onTestFinished(() => account.erase());
  hub.onState(aState({ alert_words: [] }), position);
  const read = () => {
    tables.ready = eventTables;
    reading.resolve(eventTables);
  };
  return { account, hub, read };
}

it('rejects events before their tables are loaded, so that the hub fetches the whole state instead', async () => {
  const { account, hub, read } = beforeEventsCanBeRead();
  const words = { id: 1, type: 'alert_words', alert_words: ['ink'] };
  expect(() => hub.onEvents([words], position)).toThrow();
  expect(account.state?.alert_words).toEqual([]);
  expect(() => hub.onEvents([], position)).not.toThrow();

  account.assume({ kind: 'alert_words', id: -1, alert_words: ['well'] });
  read();
  await expect.poll(() => account.state?.alert_words).toEqual(['well']);
  hub.onEvents([words], position);
  expect(account.state?.alert_words).toEqual(['ink']);
});

it('resolves a change only once its event can be applied in the same tick', async () => {
  const { account, read } = beforeEventsCanBeRead();
  const seen = account.call(addAlertWords, { alert_words: ['ink'] }).then(() => {
    account.assume({ kind: 'alert_words', id: -1, alert_words: ['ink'] });
    return account.state?.alert_words;
  });
  const early = vi.fn();
  void seen.then(early);
  // A read doesn't wait for the event tables.
  await account.call(getAlertWords, {});
  expect(early).not.toHaveBeenCalled();
  read();
  expect(await seen).toEqual(['ink']);
});
