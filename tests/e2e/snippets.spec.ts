import { expect, holdTo, placesWithReal, test } from '../support/app';
import { expectClean, lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { SnippetsPage } from '../support/snippets-page';

const keep = (server: SnippetsPage['server'], account: string, title: string, content: string) =>
  server.api(account, 'POST', '/saved_snippets', { title, content });

test.describe('snippets', () => {
  test('can be written, changed, deleted and restored, and another browser follows', async ({
    shared,
    someone,
    openProfile,
  }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = new SnippetsPage(await one.newPage(), shared);
    const there = new SnippetsPage(await two.newPage(), shared);
    await DraftsPage.signIn(here.page, shared, someone);
    await DraftsPage.signIn(there.page, shared, someone);
    await here.open();
    await there.open();
    await expect(here.page.getByText('No snippets yet')).toBeVisible();
    await here.create('Thanks', 'Many **thanks**, {recipient}!');
    await expect(here.preview.locator('strong')).toHaveText('thanks');
    await expect(there.row('Thanks')).toBeVisible();
    // A user who is editing learns of the other change and chooses a version.
    await there.row('Thanks').click();
    await there.page.keyboard.press('e');
    await there.text.fill('Thank you, {recipient}!');
    await here.button('Edit').click();
    await here.text.fill('Thanks a lot, {recipient}!');
    await here.page.keyboard.press('Control+Enter');
    await expect(there.page.getByText('changed somewhere else in the meantime')).toBeVisible();
    await there.button('Keep mine').click();
    await there.page.keyboard.press('Control+Enter');
    await there.button('Save').click();
    await expect(here.row('Thank you')).toBeVisible();
    await here.button('Delete snippet').click();
    await expect(there.row('Thank you')).toBeHidden();
    await here.button('Undo').click();
    await expect(there.row('Thank you')).toBeVisible();
    expect(await here.onServer(someone)).toMatchObject([
      { title: 'Thanks', content: 'Thank you, {recipient}!' },
    ]);
  });
});

for (const place of placesWithReal) {
  test.describe(`snippets with placeholders ${place}`, () => {
    holdTo(place);

    test('are inserted into a message by Ctrl+apostrophe, a query and Enter', async ({
      page,
      pair: { server, urls },
      someone: account,
    }) => {
      await keep(
        server,
        account,
        'Order received',
        'Order {ask: Order number} in {choose: red|blue} is here.{cursor}',
      );
      await keep(server, account, 'Greeting', 'Hello{cursor},\nbest wishes');
      const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
      await drafts.write('First. ');
      await drafts.waitForComposeTools();
      await page.keyboard.press("Control+'");
      await page.keyboard.type('ord rec');
      await page.keyboard.press('Enter');
      await expect(drafts.box).toBeFocused();
      const inserted = 'First. Order {ask: Order number} in {choose: red|blue} is here.';
      await expect(drafts.box).toHaveValue(inserted);
      // The first placeholder is selected, even if the snippet sets the caret. Tab moves to the
      // next one.
      await expect(page.getByText('Type to fill it in.')).toBeVisible();
      await page.keyboard.type('4711');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('option', { name: 'blue', exact: true })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(drafts.box).toHaveValue('First. Order 4711 in blue is here.');
      // The browser's own undo covers all of it.
      for (let n = 0; n < 8; n++) await page.keyboard.press('Control+z');
      await expect(drafts.box).not.toHaveValue(/4711/);
      // A second snippet, inserted at the caret. It has no placeholder, so the caret goes where the
      // snippet sets it.
      await drafts.box.fill('A {ask: name} ');
      await page.keyboard.press("Control+'");
      await page.keyboard.type('gree');
      await page.keyboard.press('Enter');
      await expect(drafts.box).toHaveValue('A {ask: name} Hello,\nbest wishes');
      await page.keyboard.type(' you');
      await expect(drafts.box).toHaveValue('A {ask: name} Hello you,\nbest wishes');
    });

    test('Send asks while a placeholder is empty', async ({
      page,
      pair: { server, urls },
      someone: account,
    }) => {
      const { user_id } = await server.api(account, 'GET', '/users/me');
      const draft = { type: 'private', to: [user_id], topic: '', content: 'Note {ask: what} down' };
      await server.api(account, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
      const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
      await drafts.row('Note').click();
      await expect(drafts.box).toBeFocused();
      await page.keyboard.press('Control+Enter');
      const question = page.getByRole('dialog', { name: '1 placeholder isn’t filled in' });
      await expect(question.getByText('what')).toBeVisible();
      await expectClean(page);
      await page.keyboard.press('Enter');
      await expect(drafts.box).toBeFocused();
      await page.keyboard.type('it all');
      await expect(drafts.box).toHaveValue('Note it all down');
      await page.keyboard.press('Control+Enter');
      await expect(drafts.row('Note')).toBeHidden();
      await expect.poll(() => drafts.onServer(account)).not.toContain('Note it all down');
    });
  });
}

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('snippets: palette, placeholder, list, snippet, editor', async ({
    page,
    shared,
    someone,
  }) => {
    await keep(shared, someone, 'Order received', 'Order **{ask: Order number}** is `here`.');
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.newDraft.click();
    await drafts.box.click();
    await drafts.waitForComposeTools();
    await page.keyboard.press("Control+'");
    await lookAround(page, page.getByRole('combobox', { name: 'Search snippets' }));
    await page.keyboard.press('Enter');
    await lookAround(page, page.getByText('Type to fill it in.'));
    const snippets = new SnippetsPage(page, shared);
    await snippets.open();
    await lookAround(page, snippets.row('Order received'));
    await snippets.row('Order received').click();
    await lookAround(page, snippets.preview.locator('strong'));
    await snippets.button('Edit').click();
    await lookAround(page, snippets.text);
  });
});
