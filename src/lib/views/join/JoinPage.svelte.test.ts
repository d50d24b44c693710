import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import {
  account,
  answerSession,
  failure,
  session,
} from '../../../../tests/support/session-gateway';
import '../../../app.css';
import JoinPage from './JoinPage.svelte';

const server = {
  realm_name: 'Tern & Tallow',
  realm_url: 'https://chat.example.org',
  zulip_version: '11.0-inkwell',
  zulip_feature_level: 420,
  password: true,
  icon: false,
};
const key = 'k'.repeat(24);
const success = { result: 'success', msg: '' };
const invite = {
  ...success,
  state: 'open',
  organization: 'Tern & Tallow',
  inviter: 'Hanna',
  invited_as: 300,
  email: null,
  confirms_email: false,
};
const path = `/json/join/${key}`;
const shown = (values: object = {}) =>
  ({
    'GET /session/server': [200, server],
    [`GET ${path}`]: [200, { ...invite, ...values }],
    [`POST ${path}`]: [200, { ...success, user_id: 9, email: 'ada@example.org' }],
    'POST /session': [200, { account }],
    'GET /session': [200, { ...session, accounts: [account] }],
  }) as const;

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const join = () => page.getByRole('button', { name: 'Join', exact: true });
const onenter = vi.fn(() => Promise.resolve());
const onsignin = vi.fn(() => Promise.resolve());
const show = () => render(JoinPage, { key, onenter, onsignin });

beforeEach(() => {
  onenter.mockClear();
  onsignin.mockClear();
});
afterEach(() => void vi.restoreAllMocks());

async function fill() {
  await field('Your name').fill('Ada');
  await page.getByLabelText('Password', { exact: true }).fill('four words of mine');
}

describe('an invitation', () => {
  it('shows who invites to what, and signs the new user in', async () => {
    const sent = answerSession(shown());
    await show();
    await expect.element(page.getByRole('heading', { name: 'Join Tern & Tallow' })).toBeVisible();
    await expect.element(page.getByText('Hanna')).toBeVisible();
    await expect.element(page.getByText('Moderator')).toBeVisible();
    await fill();
    await field('Email').fill('ada@example.org');
    await page.getByLabelText('Time zone').selectOptions('Europe/Lisbon');
    await join().click();
    await expect.poll(() => onenter).toHaveBeenCalledOnce();
    expect(sent).toEqual([{ email: 'ada@example.org', password: 'four words of mine' }]);
    const [, { body }] = vi
      .mocked(window.fetch)
      .mock.calls.find(([url, init]) => url === path && init?.method === 'POST') as [
      string,
      { body: URLSearchParams },
    ];
    expect(Object.fromEntries(body)).toEqual({
      full_name: 'Ada',
      email: 'ada@example.org',
      password: 'four words of mine',
      timezone: 'Europe/Lisbon',
    });
  });

  it('by email is only valid for its address', async () => {
    answerSession(shown({ email: 'grace@example.org' }));
    await show();
    await expect.element(field('Email')).toHaveValue('grace@example.org');
    await expect.element(field('Email')).toHaveAttribute('readonly');
    await fill();
    await join().click();
    await expect.poll(() => onenter).toHaveBeenCalledOnce();
    const bodies = vi.mocked(window.fetch).mock.calls.map(([, init]) => init?.body);
    const posted = bodies.find((body) => body instanceof URLSearchParams);
    expect(posted?.has('email')).toBe(false);
  });

  describe('that needs a confirmed address', () => {
    const mails = `POST ${path}/mail`;
    const asks = () => page.getByRole('button', { name: 'Send me a link' });
    const requests = () =>
      vi
        .mocked(window.fetch)
        .mock.calls.flatMap(([url, init]) =>
          url === `${path}/mail` ? [Object.fromEntries(init?.body as URLSearchParams)] : [],
        );

    it('asks only for the address, and says where the link was sent', async () => {
      answerSession({ ...shown({ confirms_email: true }), [mails]: [200, success] });
      await show();
      await expect.element(asks()).toBeVisible();
      expect(join().query()).toBeNull();
      expect(page.getByLabelText('Password', { exact: true }).query()).toBeNull();
      await asks().click();
      await expect.element(field('Email')).toHaveFocus();
      await field('Email').fill(' ada@example.org ');
      await asks().click();
      await expect.element(page.getByRole('status')).toHaveTextContent('sent to ada@example.org');
      await expect.element(page.getByRole('status')).toHaveFocus();
      await page.getByRole('button', { name: 'Send the link again' }).click();
      await expect.element(page.getByRole('status')).toHaveTextContent('sent again');
      expect(requests()).toEqual([{ email: 'ada@example.org' }, { email: 'ada@example.org' }]);
      await page.getByRole('button', { name: 'Use another address' }).click();
      await expect.element(field('Email')).toHaveValue('ada@example.org');
      await expect.element(field('Email')).toHaveFocus();
      expect(onenter).not.toHaveBeenCalled();
    });

    it('shows the refusal at its field', async () => {
      answerSession({
        ...shown({ confirms_email: true }),
        [mails]: [400, failure('BAD_REQUEST')],
      });
      await show();
      await field('Email').fill('ada@example.org');
      await asks().click();
      await expect.element(field('Email')).toHaveAccessibleDescription(/The server’s own words/);
      await expect.element(page.getByRole('status')).not.toBeInTheDocument();
    });

    it('says that it has ended in the meantime', async () => {
      answerSession({ ...shown({ confirms_email: true }) });
      await show();
      await field('Email').fill('ada@example.org');
      answerSession({
        ...shown({ confirms_email: true, state: 'expired' }),
        [mails]: [400, failure('INVITATION_CLOSED', { state: 'expired' })],
      });
      await asks().click();
      await expect.element(page.getByRole('alert')).toHaveTextContent('has expired');
      await expect.element(asks()).not.toBeInTheDocument();
    });

    it('asks for confirmation if that became required after the page was opened', async () => {
      answerSession(shown());
      await show();
      await fill();
      await field('Email').fill('ada@example.org');
      answerSession({
        ...shown({ confirms_email: true }),
        [`POST ${path}`]: [400, failure('EMAIL_NOT_CONFIRMED')],
      });
      await join().click();
      await expect.element(asks()).toBeVisible();
    });
  });

  it.each([
    ['expired', 'Ask Hanna for a new one'],
    ['revoked', 'was revoked'],
    ['used', 'already used'],
  ])('that is %s says so', async (state, words) => {
    answerSession(shown({ state }));
    await show();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    expect(join().query()).toBeNull();
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    expect(onsignin).toHaveBeenCalledOnce();
  });

  it('that doesn’t exist says so', async () => {
    answerSession({ ...shown(), [`GET ${path}`]: [404, failure('BAD_REQUEST')] });
    await show();
    await expect.element(page.getByRole('alert')).toHaveTextContent('invitation link isn’t valid');
  });

  it('keeps what was typed when it is refused', async () => {
    answerSession({ ...shown(), [`POST ${path}`]: [400, failure('BAD_REQUEST')] });
    await show();
    await fill();
    await field('Email').fill('ada@example.org');
    await join().click();
    await expect.element(page.getByText('The server’s own words.')).toBeVisible();
    await expect.element(field('Your name')).toHaveValue('Ada');
    expect(onenter).not.toHaveBeenCalled();
  });

  it('shows the refusal at its field', async () => {
    const taken = { ...failure('BAD_REQUEST'), msg: "Email 'ada@example.org' already in use" };
    answerSession({ ...shown(), [`POST ${path}`]: [400, taken] });
    await show();
    await fill();
    await field('Email').fill('ada@example.org');
    await join().click();
    await expect.element(field('Email')).toHaveAccessibleDescription(/already in use/);
    await expect.element(field('Email')).toHaveFocus();
    await expect.element(page.getByRole('alert')).toHaveTextContent('already in use');
  });

  it('leads to the sign-in page if only signing in fails', async () => {
    answerSession({ ...shown(), 'POST /session': [400, failure('BAD_REQUEST')] });
    await show();
    await fill();
    await field('Email').fill('ada@example.org');
    await join().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your account was created');
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    expect(onsignin).toHaveBeenCalledOnce();
  });

  it.each([
    ['lets in whom it has made an account', 200, true],
    ['says why not whom it has not', 400, false],
  ] as const)('that got no reply at first %s', async (_how, status, isIn) => {
    const replies = { ...shown({ email: 'grace@example.org' }) };
    const signedIn = status === 200 ? { account } : failure('BAD_REQUEST');
    answerSession({
      ...replies,
      'POST /session': [status, signedIn],
      [`POST ${path}`]: [400, failure('BAD_REQUEST')],
    });
    const fetched = vi.mocked(window.fetch);
    const answer = fetched.getMockImplementation() ?? fetched;
    let isFirst = true;
    fetched.mockImplementation((url, init) => {
      if (url !== path || init?.method !== 'POST' || !isFirst) return answer(url, init);
      isFirst = false;
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    await show();
    await fill();
    await join().click();
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    expect(onenter).not.toHaveBeenCalled();
    await join().click();
    if (isIn) await expect.poll(() => onenter).toHaveBeenCalledOnce();
    else await expect.element(page.getByText('The server’s own words.')).toBeVisible();
  });
});
