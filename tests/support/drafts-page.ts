import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Inkwell } from './inkwell';
import { signIn } from './session';

/** The drafts page as a user operates it. */
export class DraftsPage {
  constructor(
    readonly page: Page,
    readonly server: Inkwell,
    /** Base URL of the pages; differs from the server's for a client of that server. */
    readonly url: string = server.url,
  ) {}

  /** Opens it signed in, for journeys that aren't about signing in. */
  static async signIn(
    page: Page,
    server: Inkwell,
    account: string,
    url?: string,
  ): Promise<DraftsPage> {
    await signIn(page.context(), server, account, url);
    const drafts = new DraftsPage(page, server, url);
    await drafts.open();
    return drafts;
  }

  /** Signs in on the page by choosing a credentials file. */
  async signInByFile(account: string): Promise<void> {
    await this.page.goto(`${this.url}/login`);
    await this.page.locator('input[type=file]').setInputFiles(this.server.zuliprcPath(account));
    await this.page.waitForURL(/\/inbox/);
    await this.open();
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.url}/drafts`);
    await this.loaded();
  }

  async loaded(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    await expect(this.rows.first().or(this.page.getByText('No drafts yet'))).toBeVisible();
  }

  /** Waits until the browser has cached everything the app needs offline. */
  async readyForOffline(): Promise<void> {
    await this.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }

  get rows(): Locator {
    return this.page.getByRole('listbox', { name: 'Drafts' }).getByRole('option');
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search drafts' });
  }

  get box(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  get newDraft(): Locator {
    return this.page.getByRole('button', { name: 'New draft' }).first();
  }

  /**
   * Waits until the box has its tools; before that, shortcuts type text and pasting inserts plain
   * text.
   */
  async waitForComposeTools(): Promise<void> {
    await expect(this.page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  }

  /** Starts a draft without a recipient and types the text key by key. */
  async write(text: string): Promise<void> {
    await this.newDraft.click();
    // An empty box replaces that of the newest draft.
    await expect(this.box).toHaveValue('');
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    await this.box.click();
    await this.page.keyboard.type(text);
  }

  /** The status next to the Send button. */
  async says(words: string): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();
  }

  /** The drafts on the server, oldest first. */
  async onServer(account: string): Promise<string[]> {
    const { drafts } = await this.server.api(account, 'GET', '/drafts');
    return (drafts as { content: string }[]).map(({ content }) => content);
  }
}

/** Saves a draft addressed to the account itself on the server. */
export async function keepNote(server: Inkwell, account: string, content: string): Promise<void> {
  const { user_id } = await server.api(account, 'GET', '/users/me');
  const draft = { type: 'private', to: [user_id], topic: '', content };
  const reply = await server.api(account, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
  expect(reply).toMatchObject({ result: 'success' });
}

/**
 * Kills all these tabs simultaneously, without running handlers of the pages. The browser can run
 * several in one process; then killing one kills the others.
 */
export async function killTabs(pages: readonly Page[]): Promise<void> {
  const sessions = await Promise.all(pages.map((page) => page.context().newCDPSession(page)));
  const crashed = pages.map((page) => page.waitForEvent('crash'));
  // The calls never return, because the processes are gone.
  for (const session of sessions) void session.send('Page.crash').catch(() => undefined);
  await Promise.all(crashed);
  await Promise.all(pages.map((page) => page.close()));
}
