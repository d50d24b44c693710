import { expect, type Locator, type Page } from '@playwright/test';
import { Random } from '../../property/sim/random';
import type { Inkwell } from '../inkwell';
import { signIn } from '../session';
import { linesIn, linesOn, messagesOf, openChannel, unreadOf } from './messages';

/** Text of messages that their sender deletes again; no one else does anything with them. */
const passing = 'Never mind';

/** One of two people who talk, each on their own page. */
class Talker {
  #said = 0;

  constructor(
    private readonly page: Page,
    private readonly name: string,
    private readonly random: Random,
  ) {}

  readonly actions = {
    say: () => this.#say(`${this.name} says ${++this.#said}.`),
    edit: () => this.#edit(),
    react: () => this.#react(),
    remove: () => this.#remove(),
    move: () => this.#move(),
  };

  get #box(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' }).last();
  }

  #row(text: string): Locator {
    return messagesOf(this.page).getByRole('article').filter({ hasText: text });
  }

  async #say(text: string) {
    await this.#box.fill(text);
    await this.#box.press('Control+Enter');
    await expect(this.#row(text)).toBeVisible();
    // Until then it is being sent.
    await expect(this.page.getByText('Sending')).toHaveCount(0);
  }

  /** Edits the last message that was sent. */
  async #edit() {
    await this.#say(`${this.name} says ${++this.#said}.`);
    await this.#box.press('ArrowUp');
    const editor = messagesOf(this.page).getByRole('textbox', { name: 'Message' });
    await expect(editor).toBeFocused();
    await editor.fill(`${this.name} means ${this.#said}.`);
    await editor.press('Control+Enter');
    await expect(this.#row(`${this.name} means ${this.#said}.`)).toBeVisible();
    await expect(editor).toHaveCount(0);
  }

  /** Only to a message that stays. */
  async #react() {
    const lines = (await linesOn(this.page)).filter(({ text }) => !text.includes(passing));
    const line = this.random.pick(lines);
    if (!line) return;
    await this.page.locator(`[role=article][data-key="${line.id}"]`).focus();
    await this.page.keyboard.press(':');
    const search = this.page.getByRole('combobox', { name: 'Search emoji' });
    await expect(search).toBeFocused();
    await this.page.keyboard.type(this.random.pick(['tada', 'heart', 'octopus'])!);
    await this.page.keyboard.press('Enter');
    await expect(search).toHaveCount(0);
  }

  async #onPassing(): Promise<Locator> {
    const text = `${passing}, ${this.name} ${++this.#said}`;
    await this.#say(text);
    await this.#row(text).focus();
    return this.#row(text);
  }

  async #remove() {
    const row = await this.#onPassing();
    await this.page.keyboard.press('Delete');
    await this.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
  }

  async #move() {
    const row = await this.#onPassing();
    await this.page.keyboard.press('m');
    const dialog = this.page.getByRole('dialog', { name: 'Move messages' });
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('aside');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(row).toHaveCount(0);
  }
}

const kinds = ['say', 'say', 'edit', 'react', 'react', 'remove', 'move'] as const;

/**
 * Two accounts talk in their own topic, each on a page, simultaneously, and do everything one can
 * do with messages. In the end both pages show what the server has, and all of it is read.
 */
export async function talk(
  server: Inkwell,
  url: string,
  sides: readonly [Side, Side],
  { seed, rounds }: { readonly seed: number; readonly rounds: number },
): Promise<void> {
  const accounts = sides.map(({ account }) => account) as [string, string];
  const channel = await openChannel(server, `talk ${accounts.join(' ')}`, accounts);
  const topic = [channel, 'kites'] as const;
  const doing = sides.map(async ({ page, account }, at) => {
    await signIn(page.context(), server, account, url);
    await page.goto(`${url}/conversation?channel=${channel}&topic=kites`);
    const random = new Random(seed + at);
    const { actions } = new Talker(page, account, random);
    const wanted = Array.from({ length: rounds }, () => kinds)
      .flat()
      .map((kind) => ({ kind, at: random.next() }))
      .sort((a, b) => a.at - b.at);
    for (const { kind } of wanted) await actions[kind]();
  });
  await Promise.all(doing);

  const lines = await linesIn(server, accounts[0], topic);
  expect(lines.length).toBeGreaterThan(0);
  for (const { page, account } of sides) {
    await expect.poll(() => linesOn(page), account).toEqual(lines);
    await expect.poll(() => unreadOf(server, account)).not.toContain(lines.at(-1)!.id);
  }
  const aside = (await linesIn(server, accounts[0], [channel, 'aside'])).filter(({ text }) =>
    text.startsWith(passing),
  );
  expect(aside).toHaveLength(2 * rounds);
}

interface Side {
  readonly page: Page;
  readonly account: string;
}
