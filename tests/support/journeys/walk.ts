import { expect, type Locator, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';

type RegisteredValues = Readonly<Record<string, unknown>>;

/** The part of the register reply for one event type, requested separately from the page. */
export async function registered(
  server: Inkwell,
  account: string,
  type: string,
): Promise<RegisteredValues> {
  const reply = await server.api(account, 'POST', '/register', {
    event_types: '[]',
    fetch_event_types: JSON.stringify([type]),
    client_capabilities: '{"user_settings_object":true,"notification_settings_null":true}',
  });
  if (reply['result'] !== 'success') throw new Error(JSON.stringify(reply));
  return reply;
}

/**
 * Changes each control of the open section, one after the other, and checks that each changes
 * exactly one of these values. Returns their names in order.
 */
export async function walk(
  page: Page,
  names: readonly string[],
  readValues: () => Promise<RegisteredValues>,
): Promise<string[]> {
  // Leaves out what is also returned for older clients.
  const read = async () => {
    const all = await readValues();
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  };

  const section = page.locator('[role=region][tabindex="0"]');
  // Controls in lists and forms, and those of this device, aren't settings on the server.
  const controls = section.locator(
    'table input[type=checkbox], input[role=switch]:not(li input, [aria-labelledby$="-device"] input), select:not([aria-labelledby$="-device"] select), input[type=text]:not([role], form input), textarea',
  );
  await expect(controls.first()).toBeVisible();
  for (const folded of await section.locator('details:not([open]) > summary').all())
    await folded.click();
  const changed: string[] = [];
  const count = await controls.count();
  let before = await read();
  for (let i = 0; i < count; i++) {
    const control = controls.nth(i);
    const label = await labelOf(control);
    await change(control);
    let now: RegisteredValues = before;
    const differs = async () => {
      // The one setting that asks for confirmation.
      const confirmButton = page.getByRole('dialog').getByRole('button', { name: /^Turn off/ });
      if (await confirmButton.isVisible()) await confirmButton.click();
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

function differences(before: RegisteredValues, after: RegisteredValues): string[] {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return Object.keys(after).filter((name) => !isSame(name));
}

function labelOf(control: Locator): Promise<string> {
  return control.evaluate(
    (element: HTMLInputElement) => element.labels?.[0]?.textContent?.trim() ?? element.outerHTML,
  );
}

/** Changes a control to its next value. */
async function change(control: Locator): Promise<void> {
  const kind = await control.evaluate((element) => element.tagName.toLowerCase());
  if (kind === 'select') {
    const next = await control.evaluate(({ options, value }: HTMLSelectElement) => {
      const values = [...options].map((option) => option.value).filter(Boolean);
      return values[(values.indexOf(value) + 1) % values.length]!;
    });
    return void (await control.selectOption(next));
  }
  if ((await control.getAttribute('type')) === 'checkbox') return control.press('Space');
  const value = await control.inputValue();
  await control.fill(nextText(value));
  await control.blur();
}

function nextText(value: string): string {
  if (/^\d+$/.test(value)) return `${Number(value) + 1}`;
  if (/^(default$|https?:)/.test(value)) return 'https://meet.example.org';
  return value === '' ? 'python' : `${value} too`;
}
