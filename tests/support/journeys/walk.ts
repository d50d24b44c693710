import { expect, type Locator, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';

type Told = Readonly<Record<string, unknown>>;

/** What register tells of one kind, asked apart from the page. */
export async function registered(server: Inkwell, account: string, type: string): Promise<Told> {
  const reply = await server.api(account, 'POST', '/register', {
    event_types: '[]',
    fetch_event_types: JSON.stringify([type]),
    client_capabilities: '{"user_settings_object":true,"notification_settings_null":true}',
  });
  if (reply['result'] !== 'success') throw new Error(JSON.stringify(reply));
  return reply;
}

/**
 * Changes each control of the section that is open, one after the other, and reads back which of these
 * values it has changed: one each. Their names, in order.
 */
export async function walk(
  page: Page,
  names: readonly string[],
  told: () => Promise<Told>,
): Promise<string[]> {
  // What older clients are told along with it is left out.
  const read = async () => {
    const all = await told();
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  };

  const section = page.locator('[role=region][tabindex="0"]');
  // What is no setting of the server stands in lists and forms, or is of this device.
  const controls = section.locator(
    'input[role=switch]:not(li input, [aria-labelledby$="-device"] input), select:not([aria-labelledby$="-device"] select), input[type=text]:not([role], form input), textarea',
  );
  await expect(controls.first()).toBeVisible();
  const changed: string[] = [];
  const count = await controls.count();
  let before = await read();
  for (let i = 0; i < count; i++) {
    const control = controls.nth(i);
    const label = await labelOf(control);
    await change(control);
    let now: Told = before;
    const differs = async () => {
      // The one that is asked before it is done.
      const asked = page.getByRole('dialog').getByRole('button', { name: /^Turn off/ });
      if (await asked.isVisible()) await asked.click();
      now = await read();
      return differences(before, now);
    };
    const message = `what “${label}” changes`;
    await expect.poll(differs, { message, intervals: [200, 400, 1000] }).toHaveLength(1);
    changed.push(...differences(before, now));
    before = now;
    await expect(section.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  }
  return changed;
}

function differences(before: Told, after: Told): string[] {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return Object.keys(after).filter((name) => !isSame(name));
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
