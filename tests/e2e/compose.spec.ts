import type { BrowserContext, Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '../support/app';
import { expectClean, lookAround, onAWalk } from '../support/axe';
import { DraftsPage, keepNote } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { newestMessages } from '../support/scheduling';
import { drop } from '../support/uploads-page';

/** Each toolbar control, and what it makes of the selected word "tea". */
const controls: readonly (readonly [name: string, made: RegExp])[] = [
  ['Bold', /^\*\*tea\*\*$/],
  ['Italic', /^\*tea\*$/],
  ['Strikethrough', /^~~tea~~$/],
  ['Link', /^\[tea\]\(.*\)$/],
  ['Bulleted list', /^- tea$/],
  ['Numbered list', /^1\. tea$/],
  ['Quote', /^> tea$/],
  ['Code', /^`tea`$/],
  ['Code block', /^```\ntea\n```$/],
  ['Spoiler', /^```spoiler ?\ntea\n```$/],
  ['Math', /^\$\$tea\$\$$/],
  ['Time in everyone’s time zone', /^<time:$/],
  ['Table', /^\|.*\|\n\| ?-/],
  ['Poll', /^\/poll tea$/],
  ['To-do list', /^\/todo tea$/],
];

/** Saves a draft to a topic of one of the account's channels. Returns the channel's id. */
async function keepDraft(server: Inkwell, account: string, to: [string, string], content: string) {
  const { streams } = await server.api(account, 'GET', '/streams');
  const all = streams as { name: string; stream_id: number }[];
  const id = all.find(({ name }) => name === to[0])?.stream_id ?? 0;
  const draft = { type: 'stream', to: [id], topic: to[1], content, timestamp: 1_700_000_000 };
  await server.api(account, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
  return id;
}

/**
 * Moves the focus to the toolbar with Shift+Tab, and by keyboard to a control or the menu that
 * contains it.
 */
async function toControl(page: Page, name: string) {
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  const labels = [name, 'More formatting'];
  const label = () => page.locator(':focus').getAttribute('aria-label');
  let at = await label();
  for (; !labels.includes(at ?? ''); at = await label()) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  if (at === name) return;
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const isThere = () => item.evaluate((element) => element === document.activeElement);
  while (!(await isThere())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Writes to the system's clipboard, as another program would. */
async function copy(page: Page, text: string, html?: string) {
  await page.evaluate(
    async ([plain, rich]) => {
      const blob = (type: string, value: string) => new Blob([value], { type });
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/plain': blob('text/plain', plain ?? ''),
          ...(rich && { 'text/html': blob('text/html', rich) }),
        }),
      ]);
    },
    [text, html],
  );
}

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

test.describe('the box', () => {
  test('has every control by keyboard, and each is undone in one step', async ({
    page,
    shared,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member2');
    await drafts.write('tea');
    await drafts.waitForComposeTools();
    for (const [name, made] of controls) {
      await drafts.box.press('Control+a');
      await toControl(page, name);
      await expect(drafts.box, name).toHaveValue(made);
      await expect(drafts.box, name).toBeFocused();
      await page.keyboard.press('Control+z');
      await expect(drafts.box, name).toHaveValue('tea');
    }
  });

  test('completes names and previews how the server renders them', async ({ page, shared }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member2');
    await drafts.write('Hello ');
    await drafts.waitForComposeTools();
    await page.keyboard.type('@hanna');
    const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await expect(offered.first()).toContainText('Hanna Lindqvist');
    await expect(drafts.box).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Tab');
    await expect(drafts.box).toHaveValue('Hello @**Hanna Lindqvist** ');
    await page.keyboard.type('see #kett');
    await expect(offered.first()).toContainText('kettle');
    await page.keyboard.press('Enter');
    await expect(drafts.box).toHaveValue('Hello @**Hanna Lindqvist** see #**kettle** ');
    await page.keyboard.press('Alt+p');
    const preview = page.locator('[data-preview]');
    await expect(preview.locator('.user-mention')).toHaveText('@Hanna Lindqvist');
    await expect(preview.locator('a.stream')).toHaveText('#kettle');
    await expect(drafts.box).toBeFocused();
    await expectClean(page);
  });

  test('pastes rich text, tables and links as Markdown or as plain text', async ({
    openProfile,
    shared,
  }) => {
    const context = await openProfile(clipboard);
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, shared, 'member2');
    await drafts.write('x');
    await drafts.waitForComposeTools();
    const pastes = async (keys: string, made: string | RegExp) => {
      await drafts.box.fill('');
      await page.keyboard.press(keys);
      await expect(drafts.box).toHaveValue(made);
    };
    await copy(page, 'very good', '<p>very <b>good</b></p>');
    await pastes('Control+v', 'very **good**');
    await pastes('Control+Shift+v', 'very good');
    const cells = '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>';
    await copy(page, 'a\tb\n1\t2', cells);
    await pastes('Control+v', /^\|? ?a +\| +b *\|?\n\|? ?-+ ?\|/);
    await copy(page, 'https://example.org/tea');
    await drafts.box.fill('good tea');
    await drafts.box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 8));
    await page.keyboard.press('Control+v');
    await expect(drafts.box).toHaveValue('good [tea](https://example.org/tea)');
    const id = await keepDraft(shared, 'member2', ['kettle', 'tea'], 'Unused');
    await copy(page, `${shared.url}/#narrow/channel/${id}-kettle/topic/green.20tea/near/12`);
    await pastes('Control+v', '#**kettle>green tea@12**');
    await copy(page, `${shared.url}/#narrow/channel/${id}-kettle`);
    await pastes('Control+v', '#**kettle**');
  });

  test('offers to turn a long text into a file, which undo reverts', async ({
    openProfile,
    shared,
  }) => {
    const context = await openProfile(clipboard);
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, shared, 'member2');
    await drafts.write('The log: ');
    await drafts.waitForComposeTools();
    const long = 'one line of it\n'.repeat(200).trim();
    await copy(page, long);
    await page.keyboard.press('Control+v');
    await expect(drafts.box).toHaveValue(`The log: ${long}`);
    await page.getByRole('button', { name: 'Attach as file' }).click();
    await expect(drafts.box).toHaveValue(/^The log: \[Pasted text\.txt\]\(\/user_uploads\/\S+\)$/);
    const url = /\((\S+)\)/.exec(await drafts.box.inputValue())?.[1] ?? '';
    expect(await (await page.request.get(shared.url + url)).text()).toBe(long);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(drafts.box).toHaveValue(`The log: ${long}`);
  });

  test('asks once before notifying many people, and explains what isn’t allowed', async ({
    page,
    shared,
  }) => {
    await keepDraft(
      shared,
      'admin',
      ['general', 'Cake'],
      'Cake! @**all** and @**Hanna Lindqvist**',
    );
    await keepDraft(shared, 'admin', ['editorial', 'Cake'], 'More cake, @**Sofie Dam**');
    const drafts = await DraftsPage.signIn(page, shared, 'admin');
    const question = page.getByRole('alertdialog');
    await drafts.row('Cake!').click();
    await drafts.box.click();
    await page.keyboard.press('Control+Enter');
    await expect(question).toHaveAccessibleName(/^Notify \d\d people\?$/);
    await expect(question).toContainText('You’re mentioning @all.');
    await page.keyboard.press('Escape');
    await expect(drafts.box).toBeFocused();
    await expect(question).toBeHidden();
    await page.keyboard.press('Control+Enter');
    await expect(question.getByRole('button', { name: /^Notify/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(drafts.row('Cake!')).toBeHidden();
    // Sending from the list keeps the draft, because only its box can ask.
    await drafts.row('More cake').focus();
    await page.keyboard.press('Control+Enter');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('Open it to send it');
    await drafts.row('More cake').click();
    await send(page).click();
    await expect(question).toContainText(
      'Sofie Dam isn’t subscribed to #editorial and won’t be notified.',
    );
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(drafts.row('More cake')).toBeHidden();
    const sent = () => newestMessages(shared, 'member');
    await expect.poll(sent).toContain('More cake, @**Sofie Dam**');
    await expect.poll(sent).toContain('Cake! @**all** and @**Hanna Lindqvist**');
  });

  test('says that its topic was moved, and only changes the recipient on a click', async ({
    page,
    shared,
    someone,
  }) => {
    const id = await keepDraft(shared, someone, ['general', 'Picnic'], 'Bring a rug');
    const at = { type: 'stream', to: String(id), topic: 'Picnic', content: 'When?' };
    const sent = await shared.api('admin', 'POST', '/messages', at);
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.row('Bring a rug').click();
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await expect(topic).toHaveValue('Picnic');
    await drafts.waitForComposeTools();
    const move = (to: string) =>
      shared.api('admin', 'PATCH', `/messages/${String(sent['id'])}`, {
        topic: to,
        propagate_mode: 'change_all',
        send_notification_to_new_thread: 'false',
        send_notification_to_old_thread: 'false',
      });
    await move('Summer picnic');
    await expect(page.getByText('This topic was moved to #general › Summer picnic.')).toBeVisible();
    await expect(topic).toHaveValue('Picnic');
    await expectClean(page);
    await page.getByRole('button', { name: 'Send to #general › Summer picnic' }).click();
    await expect(topic).toHaveValue('Summer picnic');
    await move('✔ Summer picnic');
    await expect(page.getByText('It’s now called ✔ Summer picnic.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep “Summer picnic”' }).click();
    await expect(page.getByText('This topic was marked as resolved')).toBeHidden();
    await expect(topic).toHaveValue('Summer picnic');
    // The banner is also shown after a reload.
    await page.reload();
    await drafts.row('Bring a rug').click();
    await expect(page.getByText('It’s now called ✔ Summer picnic.')).toBeVisible();
  });
});

/** Name of the chunk with the compose tools: only this chunk contains emoji names. */
function composeToolsChunk(): string {
  const folder = 'build/client/_app/immutable';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const hasComposeTools = (file: string) =>
    file.endsWith('.js') && readFileSync(join(folder, file), 'utf8').includes('1st_place_medal');
  const [chunk, other] = files.filter(hasComposeTools);
  expect(chunk).toBeDefined();
  expect(other).toBeUndefined();
  return basename(chunk!);
}

/**
 * Keeps the compose tools from loading: their request waits until `release`, or fails while cut.
 */
async function holdComposeTools(context: BrowserContext) {
  let release = () => undefined as void;
  const come = new Promise<void>((resolve) => (release = resolve));
  let isCut = false;
  await context.route(`**/${composeToolsChunk()}`, async (route) => {
    if (isCut) return route.abort();
    await come;
    await route.continue();
  });
  return { release, cut: (to: boolean) => (isCut = to) };
}

test.describe('the bare compose box', () => {
  // A service worker would prefetch the compose tools.
  const profile = { ...clipboard, serviceWorkers: 'block' } as const;

  test('accepts text, pastes and files, and keeps them once the compose tools load', async ({
    openProfile,
    shared,
    someone,
  }) => {
    const context = await openProfile(profile);
    const composeTools = await holdComposeTools(context);
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.write('- ');
    await copy(page, 'green tea', '<p>green <b>tea</b></p>');
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Enter');
    await page.keyboard.type('See ');
    await drop(page, [{ name: 'tea.txt', text: 'Two minutes.' }]);
    await expect(drafts.box).toHaveValue(/^- green tea\nSee \[tea\.txt\]\(\/user_uploads\/\S+\)$/);
    const before = await drafts.box.inputValue();
    await expect(drafts.box).toBeFocused();
    composeTools.release();
    await drafts.waitForComposeTools();
    await expect(drafts.box).toBeFocused();
    await page.keyboard.type('!');
    await expect(drafts.box).toHaveValue(`${before}!`);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+b');
    await expect(drafts.box).toHaveValue(/^- \*\*green tea\*\*\n\*\*See .*!\*\*$/);
  });

  test('says that the compose tools can’t be loaded, still sends, and can load them later', async ({
    openProfile,
    shared,
    someone,
  }) => {
    const context = await openProfile(profile);
    const composeTools = await holdComposeTools(context);
    composeTools.cut(true);
    const page = await context.newPage();
    await keepNote(shared, someone, 'To be sent');
    await keepNote(shared, someone, 'To be written');
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.row('To be sent').click();
    const missing = page.getByText('suggestions and snippets couldn’t be loaded');
    await expect(missing).toBeVisible();
    await expectClean(page);
    await drafts.box.press('End');
    await page.keyboard.type(' now');
    await page.keyboard.press('Control+Enter');
    await expect(drafts.row('To be sent')).toBeHidden();
    await expect.poll(() => newestMessages(shared, someone)).toContain('To be sent now');
    await drafts.row('To be written').click();
    await expect(missing).toBeVisible();
    composeTools.cut(false);
    composeTools.release();
    await page.getByRole('button', { name: 'Try again' }).click();
    await drafts.waitForComposeTools();
    await expect(drafts.box).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the keyboard covers neither Send nor the recipient', async ({ page, shared }) => {
    // On iOS the keyboard covers the page and only changes the visual viewport.
    await page.addInitScript(() => {
      const real = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height');
      Object.defineProperty(VisualViewport.prototype, 'height', {
        get(this: VisualViewport) {
          return Number(real?.get?.call(this)) - Number(Reflect.get(globalThis, 'covered') ?? 0);
        },
      });
    });
    const drafts = await DraftsPage.signIn(page, shared, 'member2');
    await drafts.write('Typed on a phone');
    const fits = async (height: number) => {
      for (const part of [send(page), drafts.box, page.getByRole('radiogroup', { name: 'To' })]) {
        await expect(part).toBeInViewport({ ratio: 0.3 });
        const box = await part.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
      }
      await expect
        .poll(async () => {
          const box = await send(page).boundingBox();
          return box && box.y + box.height;
        })
        .toBeLessThanOrEqual(height);
    };
    await page.evaluate(() => {
      Object.assign(globalThis, { covered: 320 });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    await fits(740 - 320);
    await page.evaluate(() => {
      Object.assign(globalThis, { covered: 0 });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    await fits(740);
    // Other browsers shrink the page itself.
    await page.setViewportSize({ width: 360, height: 400 });
    await fits(400);
  });
});

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('compose: tools, completion, preview and a question', async ({ page, shared, someone }) => {
    const text = 'For @**all**, and @**Sofie Dam**';
    await keepDraft(shared, someone, ['general', 'Cake'], text);
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.row('For @all').click();
    await drafts.waitForComposeTools();
    await lookAround(page, page.getByRole('listbox', { name: 'Suggestions' }), async () => {
      await drafts.box.press('End');
      await page.keyboard.type(' @mar');
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+p');
    await lookAround(page, page.locator('[data-preview] .user-mention').first());
    await page.keyboard.press('Alt+p');
    await send(page).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toHaveAccessibleName('You can’t notify that many people');
    await lookAround(page, question);
  });
});
