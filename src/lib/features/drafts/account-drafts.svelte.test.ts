import { expect, it, onTestFinished, vi } from 'vitest';
import type { ApiOperation, ParamsOf, ResultOf } from '$lib/api/define-operation';
import type { Draft } from '$lib/api/draft';
import type { DraftInput } from '$lib/api/drafts';
import { ApiError, NetworkFailure } from '$lib/api/errors';
import { EventListeners } from '../../client/events/event-listeners';
import type { RegisterState } from '$lib/api/register';
import { AccountDrafts } from './account-drafts.svelte';
import type { DraftsAccount } from './drafts-account';

/** Stores the drafts of one account and delivers its event queue to all tabs. */
class FakeServer {
  readonly drafts = new Map<number, Draft>();
  readonly sent: string[] = [];
  reachable = true;
  /** Statuses of the next responses; later calls succeed. */
  readonly refusals: number[] = [];
  /** Which half of a send call is lost, until the conversation is fetched. */
  losing: 'request' | 'reply' | null = null;
  /** Runs before drafts are created. */
  beforeCreate: () => Promise<void> = () => Promise.resolve();
  /** Runs before a list is returned. */
  beforeList: () => Promise<void> = () => Promise.resolve();
  readonly #id = `t${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  readonly #listeners = new EventListeners();
  #lastId = 0;
  #lastEvent = -1;

  account(): DraftsAccount {
    return {
      id: this.#id,
      call: (operation, params) => this.#call(operation, params),
      onState: (listener) => {
        listener({ user_id: 3, drafts: [...this.drafts.values()] } as RegisterState);
        return () => undefined;
      },
      onEvents: (kinds, listener) => this.#listeners.add(kinds, listener),
    };
  }

  put(id: number, input: DraftInput): void {
    const known = this.drafts.has(id);
    const draft = { ...input, id, timestamp: Math.floor(input.timestamp ?? 0) };
    this.drafts.set(id, draft);
    this.#emit(known ? { kind: 'drafts/update', draft } : { kind: 'drafts/add', drafts: [draft] });
  }

  #emit(event: { kind: 'drafts/add'; drafts: Draft[] } | { kind: 'drafts/update'; draft: Draft }) {
    const id = ++this.#lastEvent;
    this.#listeners.notify([{ ...event, id }]);
  }

  async #call<O extends ApiOperation>(operation: O, params: ParamsOf<O>): Promise<ResultOf<O>> {
    if (!this.reachable) throw new NetworkFailure(operation.id, 'unreachable');
    const status = this.refusals.shift();
    if (status !== undefined) throw new ApiError(operation.id, status, 'CODE', 'No.');
    if (operation.id === 'getDrafts') await this.beforeList();
    if (operation.id === 'createDrafts') await this.beforeCreate();
    return (await Promise.resolve(this.#answer(operation.id, params))) as ResultOf<O>;
  }

  #answer(id: string, given: unknown): unknown {
    const params = given as { drafts: DraftInput[]; draft: DraftInput; draft_id: number };
    switch (id) {
      case 'getDrafts':
        return { count: this.drafts.size, drafts: [...this.drafts.values()] };
      case 'createDrafts':
        return {
          ids: params.drafts.map((draft) => {
            this.put(++this.#lastId, draft);
            return this.#lastId;
          }),
        };
      case 'editDraft':
        this.put(params.draft_id, params.draft);
        return {};
      case 'sendMessage':
        if (this.losing === 'request') throw new NetworkFailure(id, 'unreachable');
        this.sent.push((given as { content: string }).content);
        if (this.losing === 'reply') throw new NetworkFailure(id, 'unreachable');
        return { id: 1 };
      case 'getMessages':
        this.losing = null;
        return { messages: this.sent.map((content, at) => ({ id: at + 1, content })) };
      default:
        this.drafts.delete(params.draft_id);
        return {};
    }
  }
}

function openTab(server: Pick<FakeServer, 'account'>): AccountDrafts {
  const drafts = new AccountDrafts(server.account());
  drafts.start();
  drafts.setConnection(true, true);
  onTestFinished(() => drafts.stop());
  return drafts;
}

const contents = (drafts: AccountDrafts) => drafts.list.map(({ body }) => body.content);
const patience = { timeout: 10_000 };

it('stores what is typed, syncs it to the server and shows it in another tab', async () => {
  const server = new FakeServer();
  const [one, two] = [openTab(server), openTab(server)];
  const key = one.create();
  one.focus(key);
  one.edit(key, 'Good morning');
  await expect.poll(() => contents(two), patience).toEqual(['Good morning']);
  await expect.poll(() => one.get(key)?.sync, patience).toBe('saved');
  expect([...server.drafts.values()].map(({ content }) => content)).toEqual(['Good morning']);
  expect(one.unsynced).toBe(0);
});

it('shows the drafts on a new device before they are stored, and the same rows afterward', async () => {
  const server = new FakeServer();
  server.put(1, { type: '', to: [], topic: '', content: 'older', timestamp: 1e9 });
  server.put(2, { type: '', to: [], topic: '', content: 'newer', timestamp: 2e9 });
  const held: { tell?: () => void } = {};
  server.beforeList = () => new Promise((resolve) => (held.tell = resolve));
  const tab = openTab(server);
  await expect.poll(() => tab.shown.map(({ body }) => body.content)).toEqual(['newer', 'older']);
  expect(tab.list).toEqual([]);
  const keys = tab.shown.map(({ key }) => key);
  await expect.poll(() => held.tell, patience).toBeDefined();
  held.tell?.();
  await expect.poll(() => tab.list.map(({ key }) => key), patience).toEqual(keys);
});

it('loads all drafts of an account even though the first response was cut short', async () => {
  const server = new FakeServer();
  for (const id of [1, 2, 3]) {
    server.put(id, { type: '', to: [], topic: '', content: `${id}`, timestamp: id });
  }
  const account = server.account();
  const onState: DraftsAccount['onState'] = (listener) =>
    account.onState((state) => listener({ ...state, drafts: state.drafts?.slice(0, 1) }));
  const tab = openTab({ account: () => ({ ...account, onState }) });
  await expect.poll(() => contents(tab), patience).toEqual(['3', '2', '1']);
});

it('does not report an empty list before the server has answered', async () => {
  let answer: (state: RegisterState) => void = () => undefined;
  const onState = (listener: typeof answer) => {
    answer = listener;
    return () => undefined;
  };
  const tab = openTab({ account: () => ({ ...new FakeServer().account(), onState }) });
  await expect.poll(() => tab.loaded, patience).toBe(true);
  expect(tab.awaited).toBe(true);
  answer({ drafts: [] as Draft[] } as RegisterState);
  expect(tab.awaited).toBe(false);
});

it('restores the whole text after a reload without a server', async () => {
  const server = new FakeServer();
  server.reachable = false;
  const first = openTab(server);
  const key = first.create({ type: 'private', to: [7], topic: '' });
  first.edit(key, 'Not lost');
  await first.stop();
  const second = openTab(server);
  await expect.poll(() => contents(second), patience).toEqual(['Not lost']);
  expect(second.get(key)?.body.to).toEqual([7]);
  expect(second.unsynced).toBe(1);
});

it('restores the last keystrokes of a page that was closed before they were stored', async () => {
  const server = new FakeServer();
  server.reachable = false;
  const first = openTab(server);
  await expect.poll(() => first.loaded, patience).toBe(true);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The page is going away.', 'AbortError');
  });
  const key = first.create({ type: 'private', to: [7], topic: '' });
  first.edit(key, 'Just in time');
  window.dispatchEvent(new Event('pagehide'));
  await first.stop();
  transaction.mockRestore();
  const second = openTab(server);
  await expect.poll(() => second.loaded, patience).toBe(true);
  expect(contents(second)).toEqual(['Just in time']);
  expect(second.get(key)?.body.to).toEqual([7]);
  second.remove([key]);
  await second.stop();
  const third = openTab(server);
  await expect.poll(() => third.trash.length, patience).toBe(1);
  expect(contents(third)).toEqual([]);
});

it('never changes the focused box, and merges remote changes after it loses focus', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  const key = tab.create();
  tab.focus(key);
  tab.edit(key, 'middle');
  await expect.poll(() => tab.get(key)?.sync, patience).toBe('saved');
  server.put(1, { type: '', to: [], topic: '', content: 'before middle', timestamp: 4e9 });
  await expect.poll(() => tab.get(key)?.held, patience).toBe(true);
  expect(tab.get(key)?.body.content).toBe('middle');
  tab.edit(key, 'middle after');
  tab.blur(key);
  await expect.poll(() => tab.get(key)?.body.content, patience).toBe('before middle after');
});

it('keeps the last keystrokes of two tabs in one draft', async () => {
  const server = new FakeServer();
  const [one, two] = [openTab(server), openTab(server)];
  const key = one.create();
  one.focus(key);
  one.edit(key, 'start');
  await expect.poll(() => two.get(key)?.body.content, patience).toBe('start');
  two.focus(key);
  one.edit(key, 'start, says one');
  two.edit(key, 'start, says two');
  one.blur(key);
  two.blur(key);
  const said = () => contents(one).join(' | ');
  await expect.poll(said, patience).toContain('says one');
  await expect.poll(said, patience).toContain('says two');
});

it('moves deleted drafts to the trash, deletes them on the server and restores them', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  const key = tab.create();
  tab.edit(key, 'For the bin');
  await expect.poll(() => tab.get(key)?.sync, patience).toBe('saved');
  tab.remove([key]);
  await expect.poll(() => server.drafts.size, patience).toBe(0);
  expect(contents(tab)).toEqual([]);
  tab.restore(tab.trash[0]?.id ?? '');
  await expect.poll(() => contents(tab), patience).toEqual(['For the bin']);
  await expect.poll(() => server.drafts.size, patience).toBe(1);
});

it('sends a draft as a message and only then removes it from the list', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  const key = tab.create({ type: 'private', to: [7], topic: '' });
  tab.edit(key, 'Off you go');
  tab.send(key);
  await expect.poll(() => contents(tab), patience).toEqual([]);
  expect(server.sent).toEqual(['Off you go']);
  expect(tab.trash.map(({ reason }) => reason)).toEqual(['sent']);
});

it('keeps the recipient of a new draft while its box is open, with or without focus', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  const key = tab.create();
  tab.focus(key);
  tab.setRecipient(key, { type: 'private', to: [7], topic: '' });
  tab.blur(key);
  const other = tab.create();
  tab.edit(other, 'Stored after that');
  await expect.poll(() => tab.get(other)?.sync, patience).toBe('saved');
  expect(tab.get(key)?.body.to).toEqual([7]);
  expect(contents(tab)).toEqual(['Stored after that']);
  tab.edit(key, 'To seven');
  await expect.poll(() => server.drafts.get(2)?.to, patience).toEqual([7]);
  const third = tab.create({ type: 'private', to: [8], topic: '' });
  tab.leave(third);
  await expect.poll(() => tab.get(third), patience).toBeUndefined();
});

it('notifies only the tab that sent the message, whichever tab leads', async () => {
  const server = new FakeServer();
  const tabs = [openTab(server), openTab(server)];
  const announced: string[] = [];
  for (const [index, tab] of tabs.entries()) {
    tab.onSent(({ key, messageId }) => {
      announced.push(`${index} ${tab.get(key)?.body.content} ${messageId}`);
    });
  }
  for (const [index, tab] of tabs.entries()) {
    const key = tab.create({ type: 'private', to: [7], topic: '' });
    tab.edit(key, `from ${index}`);
    tab.send(key);
    await expect.poll(() => announced, patience).toHaveLength(index + 1);
    await expect.poll(() => tabs.map(contents), patience).toEqual([[], []]);
  }
  // The draft still exists when listeners run, so a box that closes afterward finds its toast
  // shown.
  expect(announced).toEqual(['0 from 0 1', '1 from 1 1']);
});

it('switches sync while no draft call is under way in any tab, and blocks new calls until done', async () => {
  const server = new FakeServer();
  const order: string[] = [];
  const held: { go?: () => void } = {};
  server.beforeCreate = () => {
    order.push('begun');
    return new Promise((resolve) => (held.go = resolve));
  };
  const [one, two] = [openTab(server), openTab(server)];
  one.edit(one.create(), 'Sending message');
  await expect.poll(() => order, patience).toEqual(['begun']);
  const switched = two.alone(() => Promise.resolve(order.push(`${server.drafts.size} made`)));
  one.edit(one.create(), 'Later');
  held.go?.();
  await switched;
  expect(order.slice(0, 2)).toEqual(['begun', '1 made']);
});

it('continues after a proxy refuses a single call', async () => {
  const server = new FakeServer();
  const tab = openTab(server);
  const key = tab.create();
  tab.edit(key, 'Sending message');
  await expect.poll(() => tab.get(key)?.sync, patience).toBe('saved');
  server.refusals.push(403);
  tab.edit(key, 'On its way again');
  await expect.poll(() => server.drafts.get(1)?.content, patience).toBe('On its way again');
  expect(server.refusals).toEqual([]);
});

it('keeps messages over an offline reload, then sends each once and in order', async () => {
  const server = new FakeServer();
  const first = openTab(server);
  first.setConnection(false, true);
  for (const content of ['one', 'two', 'three']) {
    const key = first.create({ type: 'private', to: [7], topic: '' });
    first.edit(key, content);
    first.send(key);
    await expect.poll(() => first.get(key)?.sending?.state, patience).toBe('queued');
  }
  await first.stop();
  const second = openTab(server);
  second.setConnection(false, true);
  await expect.poll(() => second.list.length, patience).toBe(3);
  expect(second.list.map(({ sending }) => sending?.state)).toEqual(['queued', 'queued', 'queued']);
  second.setConnection(true, true);
  await expect.poll(() => contents(second), patience).toEqual([]);
  expect(server.sent).toEqual(['one', 'two', 'three']);
});

it.each(['request', 'reply'] as const)('sends only once when the %s was lost', async (lost) => {
  const server = new FakeServer();
  server.losing = lost;
  const tab = openTab(server);
  const announced: [string, number][] = [];
  tab.onSent(({ key, messageId }) => announced.push([key, messageId]));
  const key = tab.create({ type: 'private', to: [7], topic: '' });
  tab.edit(key, 'Once only');
  tab.send(key);
  await expect.poll(() => tab.get(key)?.sending?.state, patience).toBe('checking');
  await expect.poll(() => contents(tab), patience).toEqual([]);
  expect(server.sent).toEqual(['Once only']);
  expect(announced).toEqual([[key, 1]]);
});

it('erases all data of the account', async () => {
  const server = new FakeServer();
  server.reachable = false;
  const first = openTab(server);
  first.edit(first.create(), 'Secret');
  await expect.poll(() => contents(first), patience).toEqual(['Secret']);
  await first.erase();
  const second = openTab(server);
  await expect.poll(() => second.loaded, patience).toBe(true);
  expect(contents(second)).toEqual([]);
});
