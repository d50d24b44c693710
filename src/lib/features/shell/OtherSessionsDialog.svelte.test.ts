import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import SessionsBench from '../../../../tests/support/ui/SessionsBench.svelte';
import '../../../app.css';

const ask = vi.spyOn(globalThis, 'fetch');
const answer = (status: number, body: object) =>
  ask.mockImplementation(() => Promise.resolve(Response.json(body, { status })));
const requests = () =>
  ask.mock.calls.map(([address, init]) => `${init?.method} ${String(address)}`);

beforeEach(() => void answer(200, { result: 'success', msg: '' }));
afterEach(() => void ask.mockReset());

const confirm = page.getByRole('button', { name: 'Sign out everywhere else' });
const notices = page.getByRole('region', { name: 'Notifications' });
const key = page.getByRole('switch', { name: 'Also sign out other apps' });

describe('ending other sessions', () => {
  it('ends them and confirms that this one continues', async () => {
    await render(SessionsBench, { zulip_version: '12.0-inkwell' });
    await expect.element(page.getByText('You stay signed in here.')).toBeVisible();
    await confirm.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(requests()).toEqual(['DELETE /session/a1/others']);
    await expect.element(notices.getByText('Olga Owner signed out everywhere else')).toBeVisible();
  });

  it('generates a new API key for other apps only if the user asks for it', async () => {
    await render(SessionsBench, { zulip_version: '12.0-inkwell' });
    await key.click();
    await confirm.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(requests()).toEqual(['POST /session/a1/key']);
  });

  it('offers a new API key on every server', async () => {
    await render(SessionsBench, { zulip_version: '9.4' });
    await expect.element(key).toBeVisible();
  });

  it('stays open and shows what went wrong', async () => {
    answer(503, { result: 'error', msg: 'No room', code: 'NO_ROOM' });
    await render(SessionsBench, { zulip_version: '12.0-inkwell' });
    await confirm.click();
    await expect.element(page.getByRole('dialog').getByRole('alert')).not.toBeEmptyDOMElement();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
