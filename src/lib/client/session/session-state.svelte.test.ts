import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerSession, session as nobody } from '../../../../tests/support/session-gateway';
import {
  chooseAccount,
  forgetChosenAccount,
  forgetSession,
  patienceLeft,
  rememberedSession,
  rememberSession,
  storedSessionKey,
  sessionFromDocument,
} from './session';
import { SessionState } from './session-state.svelte';
import { redirectAfterSignIn } from './sign-in-href';

const ada = {
  id: 'a',
  full_name: 'Ada',
  email: 'ada@example.com',
  realm_name: 'Press',
  realm_url: 'https://press.example.com',
};
const bob = { ...ada, id: 'b', full_name: 'Bob', email: 'bob@example.com' };
const remember = (accounts: object[]) =>
  localStorage.setItem(
    storedSessionKey,
    JSON.stringify({ accounts, embedded: true, setup_needed: false }),
  );
const stops: (() => void)[] = [];

function tell(accounts: object[]) {
  remember(accounts);
  window.dispatchEvent(new StorageEvent('storage', { key: storedSessionKey }));
}

function inOtherTab(change: () => void) {
  change();
  window.dispatchEvent(new StorageEvent('storage', { key: storedSessionKey }));
}

/** The server replies with the first session, or with the second once the sign-in has happened. */
function answerLate(first: object, second: object, signIn: () => void) {
  const replies = [first, second];
  vi.spyOn(window, 'fetch').mockImplementation(() => {
    const reply = Response.json(replies.shift());
    if (replies.length === 1) signIn();
    return Promise.resolve(reply);
  });
}

function setup() {
  remember([ada]);
  const session = new SessionState();
  stops.push(session.follow());
  expect(session.account?.id).toBe('a');
  document.body.innerHTML = '<textarea></textarea>';
  const area = document.querySelector('textarea')!;
  area.focus();
  return { session, area };
}

const { href: opened } = location;

/** The page the user gets to after signing in again. */
const after = ({ redirectHref: href }: SessionState) =>
  href === null ? null : redirectAfterSignIn(new URL(href, location.origin).searchParams);

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  history.replaceState(null, '', opened);
  stops.splice(0).forEach((stop) => stop());
  localStorage.removeItem(storedSessionKey);
  localStorage.removeItem('inkwell.ended');
  forgetChosenAccount('a');
});

describe('a sign-out in another tab', () => {
  it('keeps the page while the user is writing, until the user leaves it', () => {
    const { session, area } = setup();
    area.value = 'Half a sen';
    tell([]);
    expect(session.account?.id).toBe('a');
    expect(session.redirectHref).toBeNull();
    expect(session.retired?.field).toBe(area);
    session.leave();
    expect(session.account).toBeNull();
    expect(session.redirectHref).toBe('/login');
  });

  it('no longer counts once the user has signed in again', () => {
    const { session, area } = setup();
    area.value = 'Half a sen';
    tell([]);
    tell([ada]);
    expect(session.retired).toBeNull();
    expect(session.account?.id).toBe('a');
  });

  it('clears the screen if nothing is being written', () => {
    const { session } = setup();
    tell([]);
    expect(session.account).toBeNull();
  });
});

describe('a session that the server has ended', () => {
  it('stays on screen in every tab, and isn’t shown at the next start before a new sign-in', async () => {
    const { session } = setup();
    answerSession({ 'GET /session': [200, nobody] });
    const followed = localStorage.getItem(storedSessionKey);
    await session.checkSessionEnd('a');
    expect(localStorage.getItem(storedSessionKey)).toBe(followed);
    expect(session.account?.id).toBe('a');
    expect(new SessionState().account).toBeNull();
    rememberSession({ ...nobody, accounts: [ada] });
    expect(new SessionState().account?.id).toBe('a');
  });

  it('hasn’t ended if the server still knows it', async () => {
    const { session } = setup();
    answerSession({ 'GET /session': [200, { ...nobody, accounts: [ada] }] });
    await session.checkSessionEnd('a');
    expect(new SessionState().account?.id).toBe('a');
  });
});

describe('the redirect to the sign-in page', () => {
  it.each(['/organization/invitations', '/conversation?channel=1&topic=x', '/#narrow/dm/8'])(
    'remembers that %s was opened',
    async (place) => {
      answerSession({ 'GET /session': [200, nobody] });
      history.replaceState(null, '', place);
      const session = new SessionState();
      await session.confirm();
      expect(session.redirectHref).toMatch(/^\/login\?to=/);
      expect(after(session)).toBe(place);
    },
  );

  it('remembers the page of a stored session that has ended', async () => {
    answerSession({ 'GET /session': [200, nobody] });
    const { session } = setup();
    history.replaceState(null, '', '/drafts');
    await session.confirm();
    expect(after(session)).toBe('/drafts');
  });

  it.each([
    ['the account that tabs start with', ada],
    ['another account', bob],
  ])(
    'remembers the page when another tab finds that the session has ended of %s',
    (_which, own) => {
      remember([own]);
      const session = new SessionState();
      stops.push(session.follow());
      chooseAccount('a');
      history.replaceState(null, '', '/drafts');
      inOtherTab(() => rememberSession(nobody));
      expect(after(session)).toBe('/drafts');
    },
  );

  it.each([
    ['here', (session: SessionState) => session.drop('a')],
    ['in another tab', () => inOtherTab(() => forgetSession('a'))],
  ])('forgets the page when the user signs out %s', (_where, signOut) => {
    const { session } = setup();
    chooseAccount('a');
    history.replaceState(null, '', '/drafts');
    signOut(session);
    expect(session.redirectHref).toBe('/login');
  });

  it('knows why the user was signed out', () => {
    const { session } = setup();
    session.drop('a', 'deactivated');
    expect(session.redirectHref).toBe('/login');
    expect(session.redirectState).toEqual({ deactivated: 'Press' });
  });
});

describe('the session in the document', () => {
  const ended = { accounts: [], embedded: true, setup_needed: false };
  const start = globalThis as { inkwellSession?: Promise<unknown> };

  it('is ignored once the user has signed in from the same document', async () => {
    start.inkwellSession = Promise.resolve(ended);
    remember([ada]);
    const first = new SessionState(await sessionFromDocument());
    expect(first.account).toBeNull();
    // Simulates the sign-in page, which then leads back into the app.
    rememberSession({ ...ended, accounts: [ada] });
    const again = new SessionState(await sessionFromDocument());
    expect(again.account?.id).toBe('a');
  });

  it('counts toward the time the first view may wait', async () => {
    const atFirst = patienceLeft();
    vi.useFakeTimers();
    start.inkwellSession = new Promise((resolve) => setTimeout(resolve, 600, null));
    const session = sessionFromDocument();
    await vi.advanceTimersByTimeAsync(600);
    expect(await session).toBeNull();
    expect(patienceLeft()).toBeCloseTo(atFirst - 600);
    start.inkwellSession = new Promise((resolve) => setTimeout(resolve, 2000, null));
    const late = sessionFromDocument();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await late).toBeNull();
    expect(patienceLeft()).toBe(0);
  });

  it('is ignored if the sign-in page was opened first', async () => {
    start.inkwellSession = Promise.resolve(ended);
    rememberSession({ ...ended, accounts: [ada] });
    expect(new SessionState(await sessionFromDocument()).account?.id).toBe('a');
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 'inkwell-session';
    block.textContent = JSON.stringify(ended);
    document.body.append(block);
    rememberSession({ ...ended, accounts: [ada] });
    expect(new SessionState(await sessionFromDocument()).account?.id).toBe('a');
  });
});

describe('a reply that is older than a sign-in in another tab', () => {
  const signIn = () => {
    vi.setSystemTime(Date.now() + 1);
    rememberSession({ ...nobody, accounts: [ada] });
  };
  const ids = () => rememberedSession()?.accounts.map(({ id }) => id);
  const setClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

  it('changes nothing at the start of the app', async () => {
    setClock();
    rememberSession(nobody);
    answerLate(nobody, { ...nobody, accounts: [ada] }, signIn);
    const session = new SessionState();
    await session.confirm();
    expect(session.account?.id).toBe('a');
    expect(ids()).toEqual(['a']);
  });

  it('ends no session', async () => {
    setClock();
    rememberSession(nobody);
    answerLate(nobody, { ...nobody, accounts: [ada] }, signIn);
    await new SessionState().checkSessionEnd('a');
    expect(ids()).toEqual(['a']);
  });

  it('changes nothing if it came with the document', () => {
    signIn();
    const session = new SessionState(nobody);
    expect(session.account?.id).toBe('a');
    expect(session.confirmed).toBe(false);
    expect(ids()).toEqual(['a']);
  });

  it('counts if the clock has been set back since', async () => {
    setClock();
    rememberSession({ ...nobody, accounts: [ada] });
    vi.setSystemTime(Date.now() - 60_000);
    answerSession({ 'GET /session': [200, nobody] });
    await new SessionState().confirm();
    expect(ids()).toEqual([]);
  });
});

it('signs out only one account when another tab has just added a second one', () => {
  remember([ada]);
  const session = new SessionState();
  remember([ada, bob]);
  session.drop('a');
  expect(rememberedSession()?.accounts.map(({ id }) => id)).toEqual(['b']);
});
