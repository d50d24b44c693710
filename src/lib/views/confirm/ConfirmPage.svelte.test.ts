import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { answerSession, failure } from '../../../../tests/support/session-door';
import '../../../app.css';
import ConfirmPage from './ConfirmPage.svelte';

const server = {
  ...{ realm_name: 'Tern & Tallow', realm_url: 'https://chat.example.org' },
  ...{ zulip_version: '11.0-inkwell', zulip_feature_level: 420, password: true, icon: false },
};
const onleave = vi.fn();
const show = () => render(ConfirmPage, { key: 'k'.repeat(32), onleave });
const answer = (status: number, body: object) =>
  answerSession({
    'GET /session/server': [200, server],
    'POST /json/email_changes/confirm': [status, body],
  });
const confirm = () => page.getByRole('button', { name: 'Confirm this address' });

afterEach(() => void vi.restoreAllMocks());

describe('the page behind a link', () => {
  it('asks nothing by itself, and confirms when told to', async () => {
    answer(200, { result: 'success', msg: '', delivery_email: 'ada@new.example' });
    await show();
    await expect.element(confirm()).toBeVisible();
    expect(window.fetch).not.toHaveBeenCalled();
    await confirm().click();
    await expect.element(page.getByRole('status')).toHaveTextContent('ada@new.example');
    await page.getByRole('button', { name: 'Open Inkwell' }).click();
    expect(onleave).toHaveBeenCalledOnce();
  });

  it.each([
    [400, failure('EMAIL_CHANGE_CLOSED', { state: 'expired' }), 'has expired'],
    [400, failure('EMAIL_CHANGE_CLOSED', { state: 'used' }), 'used already'],
    [400, failure('EMAIL_CHANGE_CLOSED', { state: 'revoked' }), 'deactivated'],
    [404, failure('NOT_FOUND'), 'no such link'],
    [400, failure('BAD_REQUEST'), 'The server’s own words.'],
  ])('says why it cannot be (%d %j)', async (status, body, words) => {
    answer(status, body);
    await show();
    await confirm().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(confirm()).toBeEnabled();
  });
});
