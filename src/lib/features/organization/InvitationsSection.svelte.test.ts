import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { User } from '../../api/user';
import '../../../app.css';
import InvitationsSection from './InvitationsSection.svelte';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const alert = () => dialog().getByRole('alert');
const day = 86_400;

const anInvite = (id: number, values: object = {}) => ({
  id,
  invited_by_user_id: 1,
  invited: 1_700_000_000,
  expiry_date: 1_700_000_000 + 10 * day,
  invited_as: 400,
  is_multiuse: true,
  link_url: `https://example.org/join/${id}/`,
  ...values,
});
const byMail = (id: number, email: string) => {
  const { link_url: _, ...invite } = anInvite(id, { is_multiuse: false });
  return { ...invite, email };
};
const lost = (id: string) => {
  throw new NetworkFailure(id, 'timeout');
};

function open(answers: Answers, role: User['role'] = 100) {
  const world = anAccount({
    answers,
    state: aState({ user_id: 1, realm_users: [aPerson(1, { role })] }),
  });
  return {
    ...world,
    shown: render(SectionBench, { account: world.account, section: InvitationsSection }),
  };
}

it('by email have a link that owners can share', async () => {
  const invite_link = 'https://example.org/join/abc/';
  const { shown } = open({
    getInvites: () => ({ invites: [byMail(4, 'mina@example.org')] }),
    getEmailInviteLink: () => ({ invite_link }),
  });
  await shown;
  await button('Show link for mina@example.org').click();
  await expect.element(page.getByText(invite_link)).toBeVisible();
  await button('Revoke mina@example.org').click();
  await button('Revoke').click();
  await expect.element(page.getByText(invite_link)).not.toBeInTheDocument();
});

it('by link show their role and expiry, also in the labels of their buttons', async () => {
  const invites = [
    anInvite(1, { expiry_date: 1_900_000_000 }),
    anInvite(2, { invited_as: 600, expiry_date: null }),
  ];
  const { shown } = open({ getInvites: () => ({ invites }) });
  await shown;
  const member = /^Revoke invite link \(Member, expires \S.*2030/;
  await expect.element(page.getByRole('button', { name: member })).toBeVisible();
  await expect.element(button('Copy invite link (Guest, never expires)')).toBeVisible();
  await button('Revoke invite link (Guest, never expires)').click();
  await expect.element(page.getByRole('dialog', { name: /Guest, never expires/ })).toBeVisible();
});

describe('a link whose response was lost', () => {
  /** The first call creates the invitation but its response is lost; later calls get one. */
  function losing(before: object, made: object) {
    let invites = [before];
    return open({
      getInvites: () => ({ invites }),
      createInviteLink() {
        if (invites.length > 1) return { invite_link: 'https://example.org/join/another/' };
        invites = [before, made];
        return lost('createInviteLink');
      },
    });
  }

  it('is found and not created a second time', async () => {
    const { shown, calls } = losing(anInvite(1), anInvite(2));
    await shown;
    await button('Create a link').click();
    await button('Create link').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    await button('Create link').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    const link = page.getByText('https://example.org/join/2/').first();
    await expect.element(link).toHaveAttribute('data-invite-link');
    expect(calls('createInviteLink')).toHaveLength(1);
  });

  it('appears as soon as its event arrives', async () => {
    const { shown, calls, tell } = losing(anInvite(1), anInvite(2));
    await shown;
    await button('Create a link').click();
    await button('Create link').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    tell({ type: 'invites_changed' });
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('createInviteLink')).toHaveLength(1);
  });

  it.each([
    ['of somebody else', { invited_by_user_id: 2 }],
    ['of another role', { invited_as: 600 }],
    ['with another end', { expiry_date: null }],
  ])('is not mistaken for one %s', async (_which, values) => {
    const { shown, calls } = losing(anInvite(1), anInvite(2, values));
    await shown;
    await button('Create a link').click();
    await button('Create link').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    await button('Create link').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('createInviteLink')).toHaveLength(2);
  });

  it('is created again if the form has changed since', async () => {
    const { shown, calls } = losing(anInvite(1), anInvite(2));
    await shown;
    await button('Create a link').click();
    await button('Create link').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    await dialog().getByLabelText('They join as').selectOptions('Guest');
    await button('Create link').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('createInviteLink')).toMatchObject([{ invite_as: 400 }, { invite_as: 600 }]);
  });
});

describe('by email', () => {
  const addresses = () => dialog().getByLabelText('Email addresses');

  it('are sent only to people a lost attempt didn’t reach', async () => {
    let invites = [byMail(1, 'old@example.org')];
    const { shown, calls } = open({
      getInvites: () => ({ invites }),
      sendInvites() {
        if (invites.length > 1) return {};
        invites = [...invites, byMail(2, 'ada@example.org')];
        return lost('sendInvites');
      },
    });
    await shown;
    await button('Invite by email').click();
    await addresses().fill('Ada <Ada@example.org>, old@example.org');
    await button('Send invitations').click();
    await expect.element(alert()).not.toBeEmptyDOMElement();
    await button('Send invitations').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('sendInvites')).toMatchObject([
      { invitee_emails: 'Ada <Ada@example.org>, old@example.org' },
      { invitee_emails: ' old@example.org' },
    ]);
  });

  it('report who cannot be invited and why, and keep only those addresses', async () => {
    const errors = [['mina@example.org', 'Has an account.', false]];
    const fields = { errors, sent_invitations: true };
    const { shown } = open({
      getInvites: () => ({ invites: [] }),
      sendInvites() {
        throw new ApiError('sendInvites', 400, 'INVITATION_FAILED', 'Not all.', fields);
      },
    });
    await shown;
    await button('Invite by email').click();
    await addresses().fill('ada@example.org\nmina@example.org');
    await button('Send invitations').click();
    await expect.element(alert()).toHaveTextContent('Everyone else was invited.');
    await expect.element(dialog()).toHaveTextContent('mina@example.org · Has an account.');
    await expect.element(addresses()).toHaveValue('mina@example.org');
  });
});

it('for owners can only be shared and revoked by owners', async () => {
  const { link_url: _, ...invite } = anInvite(1, { invited_as: 100, invited_by_user_id: 2 });
  const { shown } = open({ getInvites: () => ({ invites: [invite] }) }, 200);
  await shown;
  await expect.element(page.getByText('Only owners can see its link')).toBeVisible();
  expect(button(/^Revoke/).query()).toBeNull();
  expect(button(/^Copy/).query()).toBeNull();
});

it.each([
  [false, true],
  [true, false],
])(
  'note that addresses are not verified if the server sends no email (%s)',
  async (is_sent, isSaid) => {
    const { shown } = open({
      getInvites: () => ({ invites: [anInvite(1)] }),
      describeMail: () => ({ is_sent }),
    });
    await shown;
    const note = page.getByText('This server doesn’t send email, so no one verifies');
    await expect.element(button(/^Revoke/)).toBeVisible();
    if (isSaid) await expect.element(note).toBeVisible();
    else await expect.element(note).not.toBeInTheDocument();
  },
);
