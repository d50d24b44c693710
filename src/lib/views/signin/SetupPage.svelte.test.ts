import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import {
  account,
  answerSession,
  failure,
  session,
} from '../../../../tests/support/session-gateway';
import '../../../app.css';
import SetupPage from './SetupPage.svelte';

const fresh = { ...session, embedded: true, setup_needed: true };
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const password = () => page.getByLabelText('Password', { exact: true });
const create = () => page.getByRole('button', { name: 'Create organization' });

const onenter = vi.fn(() => Promise.resolve());
const onsignin = vi.fn(() => Promise.resolve());
const show = () => render(SetupPage, { onenter, onsignin });

beforeEach(() => {
  onenter.mockClear();
  onsignin.mockClear();
});
afterEach(() => void vi.restoreAllMocks());

async function fill(values: { email?: string; password?: string } = {}): Promise<void> {
  await field('Organization name').fill('Tern & Tallow');
  await field('Your name').fill('Ada');
  await field('Email').fill(values.email ?? 'ada@example.org');
  await password().fill(values.password ?? 'four words of mine');
}

describe('the setup form', () => {
  it('creates an organization by keyboard alone', async () => {
    const sent = answerSession({
      'GET /session': [200, fresh],
      'POST /session/organization': [200, { account }],
    });
    await show();
    await field('Organization name').click();
    await userEvent.keyboard(
      'Tern & Tallow{Tab}Ada{Tab}ada@example.org{Tab}four words of mine{Enter}',
    );
    await expect.poll(() => onenter).toHaveBeenCalledOnce();
    expect(sent).toEqual([
      {
        name: 'Tern & Tallow',
        full_name: 'Ada',
        email: 'ada@example.org',
        password: 'four words of mine',
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);
  });

  it('shows at each field what is missing, and focuses the first', async () => {
    const sent = answerSession({ 'GET /session': [200, fresh] });
    await show();
    await create().click();
    const cases = [
      [field('Organization name'), /Enter a name for the organization\./],
      [field('Your name'), /Enter your name\./],
      [field('Email'), /Enter your email address\./],
      [password(), /Choose a password\./],
    ] as const;
    for (const [input, words] of cases) {
      await expect.element(input).toHaveAccessibleDescription(words);
      await expect.element(input).toHaveAttribute('aria-invalid', 'true');
    }
    await expect.element(field('Organization name')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('validates a field while the user corrects it', async () => {
    answerSession({ 'GET /session': [200, fresh] });
    await show();
    await fill({ email: 'nobody', password: 'short' });
    await create().click();
    await expect.element(field('Email')).toHaveFocus();
    await expect
      .element(field('Email'))
      .toHaveAccessibleDescription(/Enter a valid email address\./);
    await field('Email').fill('ada@example.org');
    await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
    await expect.element(password()).toHaveAttribute('aria-invalid', 'true');
  });

  it('keeps what was typed when the server refuses it, and says why', async () => {
    answerSession({
      'GET /session': [200, fresh],
      'POST /session/organization': [400, failure('BAD_REQUEST')],
    });
    await show();
    await fill();
    await create().click();
    await expect.element(page.getByText('The server’s own words.')).toBeVisible();
    await expect.element(field('Organization name')).toHaveValue('Tern & Tallow');
    await expect.element(password()).toHaveValue('four words of mine');
    expect(onenter).not.toHaveBeenCalled();
  });

  it('shows the server’s refusal at its field, and focuses it', async () => {
    const body = failure('BAD_REQUEST', { errors: { full_name: ['The server’s own words.'] } });
    answerSession({ 'GET /session': [200, fresh], 'POST /session/organization': [400, body] });
    await show();
    await fill();
    await create().click();
    await expect.element(field('Your name')).toHaveAccessibleDescription('The server’s own words.');
    await expect.element(field('Your name')).toHaveFocus();
  });

  it('leads to signing in if an organization exists', async () => {
    answerSession({ 'GET /session': [200, session] });
    await show();
    await expect.poll(() => onsignin).toHaveBeenCalledOnce();
  });
});
