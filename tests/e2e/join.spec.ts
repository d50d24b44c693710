import { expect, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import type { Inkwell } from '../support/inkwell';

/** Creates an invitation link for many people. Returns its path and the id to revoke it. */
async function invite(server: Inkwell, values: Record<string, string> = {}) {
  const { invite_link } = await server.api('owner', 'POST', '/invites/multiuse', {
    invite_expires_in_minutes: '60',
    stream_ids: '[]',
    ...values,
  });
  const { invites } = await server.api('owner', 'GET', '/invites');
  const { id } = (invites as { id: number; link_url: string }[]).find(
    ({ link_url }) => link_url === invite_link,
  )!;
  return { path: new URL(invite_link as string).pathname, id };
}

test.describe('an invitation', () => {
  test.use(onAWalk);

  test('can be viewed, lets a new person join, and doesn’t work once revoked', async ({
    page,
    own,
  }) => {
    const { path, id } = await invite(own, { invite_as: '300' });
    await page.goto(`${own.url}${path}`);
    const join = page.getByRole('button', { name: 'Join', exact: true });
    await lookAround(page, join);
    await expect(page.getByText('Moderator')).toBeVisible();
    await join.click();
    await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Newcomer');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@newcomer.example');
    await page
      .getByRole('textbox', { name: 'Password', exact: true })
      .fill('four unrelated words of mine');
    await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
    await join.click();
    await page.waitForURL(/\/inbox/);
    await expect(page.locator('[data-connection=online]').first()).toBeAttached();
    const { members } = await own.api('owner', 'GET', '/users');
    expect(
      (members as { full_name: string }[]).find(({ full_name }) => full_name === 'Ada Newcomer'),
    ).toMatchObject({ role: 300, timezone: 'Europe/Lisbon' });

    await own.api('owner', 'DELETE', `/invites/multiuse/${id}`);
    await page.goto(`${own.url}${path}`);
    await lookAround(page, page.getByRole('alert').filter({ hasText: 'revoked' }));
    await expect(join).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign in instead' }).click();
    await page.waitForURL(/\/login/);
  });
});
