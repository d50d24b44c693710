import { afterEach, describe, expect, it } from 'vitest';
import { sessionKey } from './session';
import { SessionState } from './session-state.svelte';

const ada = {
  id: 'a',
  full_name: 'Ada',
  email: 'ada@example.com',
  realm_name: 'Press',
  realm_url: 'https://press.example.com',
};
const remember = (accounts: object[]) =>
  localStorage.setItem(
    sessionKey,
    JSON.stringify({ accounts, embedded: true, setup_needed: false }),
  );
const stops: (() => void)[] = [];

function tell(accounts: object[]) {
  remember(accounts);
  window.dispatchEvent(new StorageEvent('storage', { key: sessionKey }));
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

afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  localStorage.removeItem(sessionKey);
});

describe('a sign-out in another tab', () => {
  it('takes nothing off the screen while something is written, until one lets it go', () => {
    const { session, area } = setup();
    area.value = 'Half a sen';
    tell([]);
    expect(session.account?.id).toBe('a');
    expect(session.door).toBeNull();
    expect(session.left?.field).toBe(area);
    session.leave();
    expect(session.account).toBeNull();
    expect(session.door).toBe('/login');
  });

  it('is over once one has signed in again', () => {
    const { session, area } = setup();
    area.value = 'Half a sen';
    tell([]);
    tell([ada]);
    expect(session.left).toBeNull();
    expect(session.account?.id).toBe('a');
  });

  it('clears the screen where nothing is written', () => {
    const { session } = setup();
    tell([]);
    expect(session.account).toBeNull();
  });
});
