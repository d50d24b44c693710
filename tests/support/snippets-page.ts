import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Inkwell } from './inkwell';

export interface KeptSnippet {
  readonly id: number;
  readonly title: string;
  readonly content: string;
}

/** The snippets page as a user operates it. */
export class SnippetsPage {
  constructor(
    readonly page: Page,
    readonly server: Inkwell,
  ) {}

  async open(): Promise<void> {
    await this.page.goto(`${this.server.url}/snippets`);
    await expect(this.page.getByRole('heading', { name: 'Snippets', level: 1 })).toBeVisible();
  }

  get rows(): Locator {
    return this.page.getByRole('listbox', { name: 'Snippets' }).getByRole('option');
  }

  row(text: string): Locator {
    return this.rows.filter({ hasText: text });
  }

  get title(): Locator {
    return this.page.getByRole('textbox', { name: 'Title' });
  }

  get text(): Locator {
    return this.page.getByRole('textbox', { name: 'Text' });
  }

  get preview(): Locator {
    return this.page.getByRole('region', { name: 'Preview' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  async create(title: string, content: string): Promise<void> {
    await this.button('New snippet').first().click();
    await this.title.fill(title);
    await this.text.fill(content);
    await this.page.keyboard.press('Control+Enter');
    await expect(this.row(title)).toBeVisible();
  }

  async onServer(account: string): Promise<KeptSnippet[]> {
    const { saved_snippets } = await this.server.api(account, 'GET', '/saved_snippets');
    return saved_snippets as KeptSnippet[];
  }
}
