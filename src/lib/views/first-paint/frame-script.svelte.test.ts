import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { devicePreferencesKey } from '../../client/device-preferences.svelte';
import { rememberOwnDrafts } from '../../client/first-paint/first-paint';
import { lookOf, type CachedView } from '../../client/first-paint/view-cache';
import {
  chooseAccount,
  rememberSession,
  rememberSessionEnd,
  type BrowserSession,
} from '../../client/session/session';
import { accountStorageKey, writeAccountStorage } from '../../client/storage/account-storage';
import { frameScript } from './frame-script';

const before = location.pathname + location.search;
/** Characters that need encoding in a storage key. */
const [ada, grace] = ['a/1', 'b 2'] as const;

function session(...ids: string[]): BrowserSession {
  const accounts = ids.map((id) => ({
    id,
    email: 'ada@example.com',
    full_name: 'Ada',
    realm_name: 'Press',
    realm_url: 'https://press.example.com',
  }));
  return { accounts, embedded: true, setup_needed: false };
}

/** Stores a page's copy as the app does. */
function keepView(account: string, text: string, page = '/drafts') {
  const row = ['div', { 'data-first-row': '', 'data-key': 'k1' }, text] as const;
  const look = lookOf(devicePreferencesKey);
  const view: CachedView = { look, lang: 'en', dir: 'ltr', copy: row };
  expect(writeAccountStorage(account, `first${page}`, view)).toBe(true);
}

/** Runs the script as the document does. `now`: the session that the server returns. */
function start(now: BrowserSession | null) {
  const reply = now ? Response.json(now) : new Response(null, { status: 503 });
  vi.spyOn(window, 'fetch').mockResolvedValue(reply);
  document.body.innerHTML = '<div id="inkwell-frame" hidden></div>';
  const script = document.createElement('script');
  script.textContent = frameScript;
  document.body.append(script);
}

const frame = () => document.getElementById('inkwell-frame')!;
const first = () => document.getElementById('inkwell-first');
const answered = () => (globalThis as { inkwellSession?: Promise<unknown> }).inkwellSession;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(history.state, '', '/drafts');
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(history.state, '', before);
});

describe('the document’s script', () => {
  it('shows what this device has stored of the page, once the session is confirmed', async () => {
    rememberSession(session(ada));
    keepView(ada, 'To Ada');
    start(session(ada));
    expect(frame().hidden).toBe(false);
    expect(first()).toBeNull();
    await expect.poll(() => first()?.textContent).toBe('To Ada');
    expect(first()).toMatchObject({ inert: true, ariaHidden: 'true', lang: 'en', dir: 'ltr' });
    expect(first()?.previousElementSibling).toBe(frame());
    expect(frame().dataset['plain']).toBe('');
  });

  it('shows it if the server doesn’t answer, and nothing of a session that has ended', async () => {
    rememberSession(session(ada));
    keepView(ada, 'To Ada');
    start(null);
    await expect.poll(() => first()?.textContent).toBe('To Ada');
    start(session());
    await answered();
    expect(first()).toBeNull();
    rememberSessionEnd(ada);
    start(session(ada));
    expect(frame().hidden).toBe(true);
  });

  it('shows the account that the app will choose', async () => {
    rememberSession(session(ada, grace));
    keepView(ada, 'To Ada');
    keepView(grace, 'To Grace');
    chooseAccount(grace);
    start(session(ada, grace));
    await expect.poll(() => first()?.textContent).toBe('To Grace');
  });

  it('shows no copy of another width, of another page, or with a query', async () => {
    rememberSession(session(ada));
    keepView(ada, 'To Ada', '/scheduled');
    start(session(ada));
    await answered();
    expect(first()).toBeNull();
    history.replaceState(history.state, '', '/scheduled?item=1');
    start(session(ada));
    await answered();
    expect(first()).toBeNull();
    history.replaceState(history.state, '', '/scheduled');
    localStorage.setItem(devicePreferencesKey, '{"theme":"dark"}');
    start(session(ada));
    await answered();
    expect(first()).toBeNull();
  });

  it('builds only what a copy can contain', async () => {
    rememberSession(session(ada));
    const hostile = [
      'div',
      { onclick: 'alert(1)', class: 'row' },
      ['script', {}, 'globalThis.hit = 1'],
      ['a', { href: 'javascript:alert(1)' }, 'away'],
      ['a', { href: '/inbox' }, '<img src=x onerror=alert(1)>'],
      ['svg', {}, ['path', { d: 'M0 0h9v9H0z', onload: 'alert(1)' }]],
    ] as unknown as CachedView['copy'];
    const look = lookOf(devicePreferencesKey);
    writeAccountStorage(ada, 'first/drafts', { look, lang: 'en', dir: 'ltr', copy: hostile });
    start(session(ada));
    await expect.poll(first).not.toBeNull();
    expect(first()?.innerHTML).toBe(
      '<div class="row"><a>away</a><a href="/inbox">&lt;img src=x onerror=alert(1)&gt;</a><svg><path d="M0 0h9v9H0z"></path></svg></div>',
    );
    expect(first()?.querySelector('path')).toBeInstanceOf(SVGPathElement);
  });

  it('hides the server’s rows if this device has drafts of its own', () => {
    rememberSession(session(ada));
    rememberOwnDrafts(ada, true);
    expect(localStorage.getItem(accountStorageKey(ada, 'own-drafts'))).toBe('true');
    start(session(ada));
    expect(frame().dataset['plain']).toBeUndefined();
    rememberOwnDrafts(ada, false);
    start(session(ada));
    expect(frame().dataset['plain']).toBe('');
  });

  it('marks what is pressed, until a key is pressed', async () => {
    rememberSession(session(ada));
    keepView(ada, 'To Ada');
    start(session(ada));
    await expect.poll(first).not.toBeNull();
    const { x, y, width, height } = first()!.firstElementChild!.getBoundingClientRect();
    const clientX = x + width / 2;
    const clientY = y + height / 2;
    document.body.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }));
    expect(first()?.querySelector('[data-key=k1]')).toHaveAttribute('data-pressed');
    await userEvent.keyboard('j');
    expect(first()?.querySelector('[data-pressed]')).toBeNull();
  });
});
