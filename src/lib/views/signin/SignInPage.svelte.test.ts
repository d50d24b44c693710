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
import SignInPage from './SignInPage.svelte';

const server = {
  realm_name: 'Tern & Tallow',
  realm_url: 'https://chat.example.org',
  zulip_version: '11.0',
  zulip_feature_level: 400,
  password: true,
  icon: false,
};
const there = {
  'GET /session': [200, session],
  'GET /session/server': [200, server],
  'GET /session/people': [200, { people: [] }],
} as const;
const welcome = { ...there, 'POST /session': [200, { account }] } as const;

const email = () => page.getByRole('textbox', { name: 'Email' });
const secret = (name = 'Password') => page.getByRole('textbox', { name, exact: true });
const submit = () => page.getByRole('button', { name: 'Sign in', exact: true });

const onenter = vi.fn();
const onsetup = vi.fn();
const show = () => render(SignInPage, { onenter, onsetup });

beforeEach(() => {
  onenter.mockClear();
  onsetup.mockClear();
});
afterEach(() => void vi.restoreAllMocks());

const rc = '[api]\nemail=ada@example.org\nkey=abcdefgh\nsite=https://chat.example.org\n';

/** Drops a file somewhere on the page. */
function drop(text: string, name = 'zuliprc'): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const type of ['dragenter', 'dragover', 'drop']) {
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
    );
  }
}

describe('the sign-in form', () => {
  it('works by keyboard alone', async () => {
    const sent = answerSession(welcome);
    await show();
    await expect.element(page.getByText('Tern & Tallow').first()).toBeVisible();
    await email().click();
    await userEvent.keyboard('ada@example.org{Tab}my passphrase{Enter}');
    await expect.poll(() => onenter).toHaveBeenCalledOnce();
    expect(sent).toEqual([{ email: 'ada@example.org', password: 'my passphrase' }]);
  });

  it('shows at the field what is missing, and focuses it', async () => {
    const sent = answerSession(there);
    await show();
    await submit().click();
    await expect.element(email()).toHaveAccessibleDescription(/Enter your email address\./);
    await expect.element(email()).toHaveFocus();
    await email().fill('ada@example.org');
    await submit().click();
    await expect.element(secret()).toHaveAccessibleDescription(/Enter your password\./);
    await expect.element(secret()).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it.each([
    ['AUTHENTICATION_FAILED', 'Password', /don’t match/],
    ['USER_DEACTIVATED', 'Email', /deactivated/],
  ])('keeps what was typed after %s and shows the error at %s', async (code, name, words) => {
    answerSession({ ...there, 'POST /session': [401, failure(code)] });
    await show();
    await email().fill('ada@example.org');
    await secret().fill('my passphrase');
    await submit().click();
    await expect.element(secret(name)).toHaveAccessibleDescription(words);
    await expect.element(secret(name)).toHaveFocus();
    await expect.element(email()).toHaveValue('ada@example.org');
    await expect.element(secret()).toHaveValue('my passphrase');
  });

  it('clears a password error when the user switches to the API key', async () => {
    answerSession({ ...there, 'POST /session': [401, failure('AUTHENTICATION_FAILED')] });
    await show();
    await email().fill('ada@example.org');
    await secret().fill('my passphrase');
    await submit().click();
    await expect.element(secret()).toHaveAttribute('aria-invalid', 'true');
    await page.getByText('API key', { exact: true }).click();
    await expect.element(secret('API key')).not.toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(/don’t match/)).not.toBeInTheDocument();
  });

  it('offers only the API key if the organization has no passwords', async () => {
    answerSession({ ...there, 'GET /session/server': [200, { ...server, password: false }] });
    await show();
    await expect.element(secret('API key')).toBeVisible();
    expect(page.getByRole('radio').elements()).toEqual([]);
  });
});

it('says that an account has just been deactivated', async () => {
  answerSession(there);
  await render(SignInPage, { onenter, onsetup, deactivated: 'Tern & Tallow' });
  await expect
    .element(page.getByText(/^Your account at Tern & Tallow is deactivated\./))
    .toBeVisible();
});

describe('a sample organization', () => {
  const person = { full_name: 'Hanna Lindqvist', role: 400, avatar_url: null };
  const people = [
    { ...person, user_id: 7, story: 'Edits the autumn atlas.' },
    { ...person, user_id: 8, full_name: 'Sofie Dam', story: null },
    { ...person, user_id: 9, full_name: 'Kaarel Tamm', story: null },
  ];
  const peopled = { ...welcome, 'GET /session/people': [200, { people }] } as const;

  it('first offers the people with the most to see, and signs in as one', async () => {
    const sent = answerSession(peopled);
    await show();
    await expect.element(page.getByText('Edits the autumn atlas.')).toBeVisible();
    await expect.element(page.getByText('Sofie Dam')).not.toBeVisible();
    await page.getByRole('button', { name: /Hanna Lindqvist/ }).click();
    await expect.poll(() => onenter).toHaveBeenCalledOnce();
    expect(sent).toEqual([{ user_id: 7 }]);
  });

  it('shows the form only once its final position is known', async () => {
    const people = Promise.withResolvers<void>();
    answerSession({ ...peopled, 'GET /session': [200, { ...session, embedded: true }] });
    const answer = vi.mocked(window.fetch).getMockImplementation();
    vi.mocked(window.fetch).mockImplementation(async (input, init) => {
      if (String(input).endsWith('/session/people')) await people.promise;
      return answer!(input, init);
    });
    await show();
    await expect.poll(() => window.fetch).toHaveBeenCalledTimes(3);
    await expect.element(page.getByText('Sign in').first()).not.toBeVisible();
    people.resolve();
    await expect.element(submit()).toBeVisible();
    await expect.element(page.getByText('Edits the autumn atlas.')).toBeVisible();
  });

  it('expands the others', async () => {
    answerSession(peopled);
    await show();
    await page.getByText('2 other people').click();
    await expect.element(page.getByRole('button', { name: /Sofie Dam/ })).toBeVisible();
  });
});

describe('a dropped file', () => {
  it('signs in', async () => {
    const sent = answerSession(welcome);
    await show();
    drop(rc);
    await expect.poll(() => onenter).toHaveBeenCalledOnce();
    expect(sent).toEqual([
      { email: 'ada@example.org', api_key: 'abcdefgh', site: 'https://chat.example.org' },
    ]);
  });

  it.each([
    ['is broken', '[api]\nemail=ada@example.org\n'],
    ['is none', '\u0000\u0001 holiday.jpg'],
    ['is too large to be one', `${rc}#${'x'.repeat(20_000)}`],
  ])('that %s is reported, and nothing is sent', async (_what, text) => {
    const sent = answerSession(there);
    await show();
    await email().fill('grace@example.org');
    drop(text, 'notes.txt');
    await expect.element(page.getByText(/“notes\.txt” isn’t a valid zuliprc file/)).toBeVisible();
    await expect.element(email()).toHaveValue('grace@example.org');
    expect(sent).toEqual([]);
  });

  it('of another server is not used here', async () => {
    const fields = { site: 'https://other.example', realm_url: server.realm_url };
    answerSession({ ...there, 'POST /session': [400, failure('SITE_MISMATCH', fields)] });
    await show();
    drop(rc);
    await expect.element(page.getByText(/These credentials are for other\.example/)).toBeVisible();
  });
});

describe('a server that can’t sign users in', () => {
  it('leads to setup if it has no organization', async () => {
    answerSession({ 'GET /session': [200, { ...session, embedded: true, setup_needed: true }] });
    await show();
    await expect.poll(() => onsetup).toHaveBeenCalledOnce();
  });

  it('is named, and retried on request', async () => {
    answerSession({ ...there, 'GET /session/server': [502, failure('UPSTREAM_UNREACHABLE')] });
    await show();
    await expect.element(page.getByText(/Can’t reach chat\.example\.org/)).toBeVisible();
    await email().fill('ada@example.org');
    answerSession(there);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Zulip Server 11.0')).toBeVisible();
    await expect.element(email()).toHaveValue('ada@example.org');
  });

  it('is reported differently if it is too old', async () => {
    const fields = {
      zulip_version: '8.5',
      zulip_feature_level: 237,
      oldest_feature_level: 247,
    };
    answerSession({ ...there, 'GET /session/server': [400, failure('SERVER_TOO_OLD', fields)] });
    await show();
    await expect
      .element(page.getByText(/runs version 8\.5 \(feature level 237\).*level 247 or newer/))
      .toBeVisible();
  });
});
