import { expect, type Locator, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';

export type Told = Readonly<Record<string, unknown>>;

/** What register tells of one kind, asked apart from the page. */
export async function registered(server: Inkwell, account: string, type: string): Promise<Told> {
  return server.api(account, 'POST', '/register', {
    event_types: '[]',
    fetch_event_types: JSON.stringify([type]),
    client_capabilities: '{"user_settings_object":true,"notification_settings_null":true}',
  });
}

/**
 * Changes each control of the section that is open, one after the other, and reads back what it has
 * changed: one value each. The names of these, in order.
 */
export async function walk(page: Page, read: () => Promise<Told>): Promise<string[]> {
  const section = page.locator('[role=region][tabindex="0"]');
  // What is no setting stands in lists and forms.
  const controls = section.locator(
    'input[role=switch]:not(li input), select, input[type=text]:not([role], form input), textarea',
  );
  await expect(controls.first()).toBeVisible();
  const changed: string[] = [];
  const count = await controls.count();
  for (let i = 0; i < count; i++) {
    const control = controls.nth(i);
    const label = await labelOf(control);
    const before = await read();
    await change(control);
    const asked = page.getByRole('dialog').getByRole('button').first();
    if (await asked.isVisible()) await page.keyboard.press('Enter');
    const names = async () => differences(before, await read());
    await expect.poll(names, { message: `what “${label}” changes` }).toHaveLength(1);
    changed.push(...(await names()));
    await expect(section.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  }
  return changed;
}

function differences(before: Told, after: Told): string[] {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return Object.keys(after).filter((name) => name !== 'queue_id' && !isSame(name));
}

function labelOf(control: Locator): Promise<string> {
  return control.evaluate(
    (element: HTMLInputElement) => element.labels?.[0]?.textContent?.trim() ?? element.outerHTML,
  );
}

/** To the next value that it can have. */
async function change(control: Locator): Promise<void> {
  const kind = await control.evaluate((element) => element.tagName.toLowerCase());
  if (kind === 'select') {
    const next = await control.evaluate(({ options, value }: HTMLSelectElement) => {
      const values = [...options].map((option) => option.value).filter(Boolean);
      return values[(values.indexOf(value) + 1) % values.length]!;
    });
    return void (await control.selectOption(next));
  }
  if ((await control.getAttribute('role')) === 'switch') return control.press('Space');
  const value = await control.inputValue();
  await control.fill(nextText(value));
  await control.blur();
}

function nextText(value: string): string {
  if (/^\d+$/.test(value)) return `${Number(value) + 1}`;
  if (/^(default$|https?:)/.test(value)) return 'https://meet.example.org';
  return value === '' ? 'python' : `${value} too`;
}
