import type { Component } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import RealmPictures from './RealmPictures.svelte';

it('shows a new picture in place of one that failed to load', async () => {
  const { account, tell } = anAccount({
    state: aState({
      user_id: 1,
      realm_users: [aPerson(1, { role: 100 })],
      realm_icon_url: 'data:image/png;base64,bm9uZQ==',
      // A field the state type doesn't list.
      ...{ realm_icon_source: 'U' },
    }),
  });
  await render(SectionBench, { account, section: RealmPictures as Component });
  await expect.element(page.getByRole('img')).not.toBeInTheDocument();
  const icon_url = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const data = { icon_url, icon_source: 'U' };
  tell({ type: 'realm', op: 'update_dict', property: 'icon', data });
  await expect.element(page.getByRole('img')).toHaveAttribute('src', icon_url);
});
