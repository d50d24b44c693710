import type { Component } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError } from '../../api/errors';
import type { RegisterState } from '../../api/register';
import '../../../app.css';
import GroupsSection from './GroupsSection.svelte';
import InviteDialog from './InviteDialog.svelte';
import { realmSettingLabels } from './realm-setting-labels';
import RealmSettingsSection from './RealmSettingsSection.svelte';
import { organizationSectionsOf } from './organization-sections';

function open(
  section: Component,
  answers: Answers,
  state: Partial<RegisterState> = {},
  given = {},
) {
  const { account } = anAccount({
    answers,
    state: aState({
      user_id: 1,
      zulip_version: '12.0-inkwell',
      realm_users: [aPerson(1, { role: 100 }), aPerson(2, { role: 400 })],
      ...state,
    }),
  });
  return render(SectionBench, { account, section, given });
}

/** A Zulip server, as far as its feature level goes. */
const zulip = { zulip_version: '10.2', zulip_feature_level: 372 };

describe('an operation the server lacks', () => {
  it('has no section on the page', () => {
    expect(organizationSectionsOf(zulip)).not.toContain('audit');
    const inkwell = { zulip_version: '12.0-inkwell', zulip_feature_level: 420 };
    expect(organizationSectionsOf(inkwell)).toContain('audit');
  });

  it('is not called when people are invited', async () => {
    const given = { open: true, kind: 'mail', invites: [] };
    await open(InviteDialog as unknown as Component, {}, zulip, given);
    await expect.element(page.getByRole('dialog').getByRole('switch').first()).toBeVisible();
    await expect
      .element(page.getByRole('dialog').getByText('Welcome message'))
      .not.toBeInTheDocument();
  });

  it.each([
    [372, 0],
    [386, 1],
  ])('leaves groups at level %i with %i reactivate button', async (zulip_feature_level, count) => {
    const gone = {
      id: 41,
      name: 'printers',
      description: '',
      members: [1],
      deactivated: true,
      can_manage_group: { direct_members: [1], direct_subgroups: [] },
    };
    await open(GroupsSection, {}, {
      zulip_version: '10.2',
      zulip_feature_level,
      realm_user_groups: [gone],
    } as never);
    await expect.element(page.getByRole('listitem').first()).toHaveTextContent('Deactivated');
    await expect
      .poll(() => page.getByRole('button', { name: 'Reactivate printers' }).elements().length)
      .toBe(count);
  });
});

describe('a refused change', () => {
  const about = {
    realm_name: 'Kelp',
    realm_send_welcome_emails: true,
    realm_user_groups: [],
  };

  it('resets a switch to the server’s value and keeps a typed text', async () => {
    await open(
      RealmSettingsSection,
      {
        updateRealm() {
          throw new ApiError('updateRealm', 400, 'BAD_REQUEST', 'Not today');
        },
      },
      about as never,
    );
    const welcome = page.getByRole('switch', {
      name: realmSettingLabels.send_welcome_emails.label(),
    });
    await welcome.click();
    await expect.element(page.getByText('Not today').first()).toBeVisible();
    await expect.element(welcome).toBeChecked();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Kelp or more');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => page.getByText('Not today').elements().length).toBeGreaterThan(1);
    await expect.element(name).toHaveValue('Kelp or more');
  });
});
