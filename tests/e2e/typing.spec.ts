import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { idOf, openChannel, writeIn } from '../support/reading/messages';
import { signIn } from '../support/session';
import { rarely } from '../support/share';

/** Contains the letters of most single-key shortcuts. */
const words = 'recipes durban jumbo quiz';

interface Field {
  readonly open: (page: Page) => Promise<void>;
  readonly field: (page: Page) => Locator;
}

const fields: Readonly<Record<string, Field>> = {
  palette: {
    open: (page) => page.keyboard.press('Control+k'),
    field: (page) => page.getByRole('dialog').getByRole('combobox'),
  },
  'field of a dialog': {
    open: async (page) => {
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('menuitem', { name: 'Set a status' }).click();
    },
    field: (page) => page.getByRole('dialog').getByRole('textbox'),
  },
  'filter of conversations': {
    open: (page) => page.getByRole('searchbox', { name: 'Filter' }).click(),
    field: (page) => page.getByRole('searchbox', { name: 'Filter' }),
  },
};

for (const [name, { open, field }] of Object.entries(fields)) {
  test(`every letter typed into the ${name} arrives while the page below changes`, async ({
    page,
    shared,
    someone,
  }) => {
    await signIn(page.context(), shared, someone);
    await page.goto(`${shared.url}/inbox`);
    const link = (to: string) => page.getByRole('navigation').getByRole('link', { name: to });
    const heading = (to: string) => page.getByRole('heading', { name: to, includeHidden: true });
    for (const to of ['Drafts', 'Scheduled']) {
      await link(to).first().click();
      await expect(heading(to).first()).toBeVisible();
    }
    await open(page);
    await page.keyboard.type(words.slice(0, 8));
    await page.evaluate(() => history.back());
    await page.keyboard.type(words.slice(8, 16), { delay: 20 });
    await expect(heading('Drafts').first()).toBeAttached();
    await page.keyboard.type(words.slice(16));
    // The field can have text before it.
    await expect(field(page)).toHaveValue(new RegExp(`${words}$`));
    await expect(page).toHaveURL(`${shared.url}/drafts`);
  });
}

/** Fields of pages that stay open while their URL changes back and forth. */
const ofPages: Readonly<
  Record<
    string,
    (channel: number, message: number, own: number) => readonly [string, string, Named]
  >
> = {
  'box of a message': (channel, message) => [
    `/conversation?channel=${channel}&topic=kites`,
    `/conversation?channel=${channel}&topic=kites&near=${message}`,
    ['textbox', 'Message'],
  ],
  'page of searches': () => ['/search', '/search?q=', ['combobox', 'Search messages']],
  'filter of channels': (channel) => [
    '/channels',
    `/channels/${channel}`,
    ['searchbox', 'Search channels'],
  ],
  'filter of people': (_channel, _message, own) => [
    '/people',
    `/people/${own}`,
    ['searchbox', 'Search people'],
  ],
};
type Named = readonly [role: 'textbox' | 'combobox' | 'searchbox', name: string];

for (const [name, placeOf] of Object.entries(ofPages)) {
  // The same component as the filter of channels.
  const details = name === 'filter of people' ? rarely(`typing into the ${name}`) : {};
  test(
    `every letter typed into the ${name} arrives while its page goes back`,
    details,
    async ({ page, shared, someone, other }) => {
      const channel = await openChannel(shared, `typing by ${someone} ${name}`, [someone, other]);
      const message = await writeIn(shared, other, [channel, 'kites'], 'Wind.');
      const own = await idOf(shared, someone);
      const [first, second, [role, label]] = placeOf(channel, message, own);
      await signIn(page.context(), shared, someone);
      await page.goto(`${shared.url}${first}`);
      const box = page.getByRole(role, { name: label });
      await expect(box).toBeVisible();
      const follow = (href: string) => {
        const link = document.createElement('a');
        link.href = href;
        document.body.append(link);
        link.click();
        link.remove();
      };
      await page.evaluate(follow, second);
      await expect(page).toHaveURL(`${shared.url}${second}`);
      await box.click();
      await page.keyboard.type(words.slice(0, 8));
      await page.evaluate(() => history.back());
      await page.keyboard.type(words.slice(8, 16), { delay: 20 });
      await expect(page).toHaveURL(`${shared.url}${first}`);
      await page.keyboard.type(words.slice(16));
      await expect(box).toHaveValue(words);
      await expect(page).toHaveURL(`${shared.url}${first}`);
    },
  );
}

test('letters typed before the palette opens, while the first page redirects to the home view, arrive', async ({
  page,
  shared,
  someone,
}) => {
  await signIn(page.context(), shared, someone);
  await page.goto(shared.url);
  await expect(page.getByRole('button', { name: 'Commands' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(fields['palette']!.field(page)).toHaveValue(words);
  await expect(page).toHaveURL(`${shared.url}/inbox`);
});

test('letters typed while the palette is loading reach neither the page nor its shortcuts', async ({
  page,
  shared,
  someone,
}) => {
  await signIn(page.context(), shared, someone);
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHolding = false;
  await page.route('**/*.js', async (route) => {
    if (isHolding) await held;
    await route.continue();
  });
  await page.goto(`${shared.url}/inbox`);
  await expect(page.getByRole('button', { name: 'Commands' }).first()).toBeVisible();
  isHolding = true;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('durbx');
  await page.keyboard.press('Backspace');
  release();
  await expect(fields['palette']!.field(page)).toHaveValue('durb');
  await page.keyboard.type('an');
  await expect(fields['palette']!.field(page)).toHaveValue('durban');
  await expect(page).toHaveURL(`${shared.url}/inbox`);
});
