import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewCache } from './view-cache';
import { eraseAccountStorage, readAccountStorage } from '../storage/account-storage';
import { storedSessionKey } from '../session/session';

const before = location.pathname + location.search;
let view: ViewCache | undefined;

function remember(...ids: string[]) {
  const accounts = ids.map((id) => ({
    id,
    email: 'ada@example.com',
    full_name: 'Ada',
    realm_name: 'Press',
    realm_url: 'https://press.example.com',
  }));
  localStorage.setItem(
    storedSessionKey,
    JSON.stringify({ accounts, embedded: true, setup_needed: false }),
  );
}

function show(row: string) {
  document.querySelector('[data-list]')!.innerHTML = row;
}

/** Waits until nothing changes any more. */
async function settle() {
  await Promise.resolve();
  vi.runAllTimers();
}
const kept = (page = '/drafts') => {
  const view = readAccountStorage('a', `first${page}`);
  return view === null ? null : JSON.stringify(view);
};

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback', 'cancelIdleCallback'],
  });
  history.replaceState(history.state, '', '/drafts');
  remember('a');
  document.body.innerHTML = '<div data-shell><main><section data-list></section></main></div>';
  show('<p role="option">To Ada</p>');
  view = new ViewCache('a', document.querySelector('main')!);
});
afterEach(() => {
  view?.stop();
  eraseAccountStorage('a');
  localStorage.removeItem(storedSessionKey);
  document.body.replaceChildren();
  history.replaceState(history.state, '', before);
  vi.useRealTimers();
});

it('saves what a page shows once it has settled, until the account signs out', async () => {
  expect(kept()).toBeNull();
  await settle();
  expect(kept()).toContain('To Ada');
  show('<p role="option">To Grace</p>');
  await settle();
  expect(kept()).toContain('To Grace');
  eraseAccountStorage('a');
  expect(kept()).toBeNull();
});

it('saves nothing of an account that is already signed out', async () => {
  remember('b');
  await settle();
  expect(kept()).toBeNull();
});

it('saves nothing of an account that signs out', async () => {
  view?.stop();
  show('<p role="option">To Grace</p>');
  await settle();
  expect(kept()).toBeNull();
});

it('saves only pages where users start, and only if they fit', async () => {
  history.replaceState(history.state, '', '/settings');
  await settle();
  expect(kept('/settings')).toBeNull();
  history.replaceState(history.state, '', '/drafts');
  show(`<p role="option">${'x'.repeat(70_000)}</p>`);
  await settle();
  expect(kept()).toBeNull();
});

it('deletes the saved view when the list becomes empty', async () => {
  await settle();
  show('<p>No drafts</p>');
  await settle();
  expect(kept()).toBeNull();
});
