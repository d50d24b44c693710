import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { answerSession, failure } from '../../../../tests/support/session-gateway';
import '../../../app.css';
import ConfirmPage from './ConfirmPage.svelte';

const server = {
  realm_name: 'Tern & Tallow',
  realm_url: 'https://chat.example.org',
  zulip_version: '11.0-inkwell',
  zulip_feature_level: 420,
  password: true,
  icon: false,
};
const onleave = vi.fn();
const show = () => render(ConfirmPage, { key: 'k'.repeat(32), onleave });
const path = `/json/email_changes/${'k'.repeat(32)}`;
const open = { result: 'success', msg: '', state: 'open', new_email: 'ada@new.example' };
const statuses: Readonly<Record<string, number>> = { NOT_FOUND: 404, SERVER_NOT_READY: 503 };
const answer = (status: number, body: object, described: object & { code?: string } = open) =>
  answerSession({
    'GET /session/server': [200, server],
    [`GET ${path}`]: [statuses[described.code ?? ''] ?? 200, described],
    'POST /json/email_changes/confirm': [status, body],
  });
const confirm = () => page.getByRole('button', { name: 'Confirm address' });
const leave = () => page.getByRole('button', { name: 'Open Inkwell' });
const alert = () => page.getByRole('alert');
const requestMethods = () =>
  vi.mocked(window.fetch).mock.calls.map(([, init]) => init?.method ?? 'GET');

afterEach(() => void vi.restoreAllMocks());

describe('the confirmation page', () => {
  it('changes nothing until the user confirms', async () => {
    answer(200, { result: 'success', msg: '', delivery_email: 'ada@new.example' });
    await show();
    await expect.element(page.getByText('email address to ada@new.example')).toBeVisible();
    expect(requestMethods()).not.toContain('POST');
    await confirm().click();
    await expect.element(page.getByRole('status')).toHaveTextContent('ada@new.example');
    await leave().click();
    expect(onleave).toHaveBeenCalledOnce();
  });

  it.each([
    [{ ...open, state: 'expired' }, 'has expired'],
    [{ ...open, state: 'used' }, 'already used'],
    [{ ...open, state: 'revoked' }, 'deactivated'],
    [failure('NOT_FOUND'), 'link isn’t valid'],
  ])('immediately says why it can’t be confirmed (%j)', async (described, words) => {
    answer(400, {}, described);
    await show();
    await expect.element(alert()).toHaveTextContent(words);
    await expect.element(confirm()).not.toBeInTheDocument();
    await expect.element(leave()).toBeVisible();
    expect(requestMethods()).not.toContain('POST');
  });

  it('tries again if the server didn’t reply', async () => {
    answer(200, {}, failure('SERVER_NOT_READY'));
    await show();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    answer(200, {});
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(confirm()).toBeVisible();
  });

  it('says that the link has expired in the meantime', async () => {
    answer(400, failure('EMAIL_CHANGE_CLOSED', { state: 'used' }));
    await show();
    await confirm().click();
    await expect.element(alert()).toHaveTextContent('already used');
    await expect.element(confirm()).not.toBeInTheDocument();
  });

  it('has confirmed if the reply to an earlier try was lost', async () => {
    answer(502, {});
    await show();
    await confirm().click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    answer(400, failure('EMAIL_CHANGE_CLOSED', { state: 'used' }));
    await confirm().click();
    await expect.element(page.getByRole('status')).toHaveTextContent('ada@new.example');
    await expect.element(leave()).toBeVisible();
  });

  it('shows the server’s message', async () => {
    answer(400, failure('BAD_REQUEST'));
    await show();
    await confirm().click();
    await expect.element(alert()).toHaveTextContent('The server’s own words.');
    await expect.element(confirm()).toBeEnabled();
  });
});
