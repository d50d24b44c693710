import type { Browser, Page } from '@playwright/test';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';
import { openBrowser } from './browser';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';
import { answersOf, watchInteractions } from './interaction-watch';

const draftCount = 10_000;
const rounds = 60;
const account = 'member';

/**
 * From a key or click to the frame with its result, with 10,000 drafts, compared with the same on a
 * page with one button. The two alternate, so other load on the machine affects both.
 */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    const button = await openButton(browser);
    const { page, drafts } = await openDrafts(browser, server);
    const times = { button: [], typing: [], opening: [], deleting: [] } as Record<string, number[]>;
    const gestures: Record<string, (round: number) => Promise<number>> = {
      button: () => answersOf(button, () => button.locator('button').click()),
      opening: (round) => answersOf(page, () => drafts.rows.nth(round % 6).click()),
      async typing() {
        await drafts.box.focus();
        return answersOf(page, () => page.keyboard.press('x'));
      },
      async deleting() {
        await page.getByRole('listbox', { name: 'Drafts' }).focus();
        return answersOf(page, () => page.keyboard.press('Backspace'));
      },
    };
    for (let round = -5; round < rounds; round++) {
      for (const [name, act] of Object.entries(gestures)) {
        const time = await act(round + 5);
        if (round >= 0) times[name]?.push(time);
      }
    }
    const p95 = (name: string) => quantile(times[name] ?? [], 0.95);
    const long = await page.evaluate(() => window.interactions?.longTasks ?? []);
    return [
      reported('interaction.button', p95('button'), 'ms p95'),
      ...['typing', 'opening', 'deleting'].flatMap((name) => [
        reported(`interaction.${name}`, p95(name), 'ms p95'),
        atMost(`interaction.${name}_over_button`, p95(name) / p95('button'), '×', 1.5),
      ]),
      // The browser reports tasks of 50 ms or more. 0 means it reported none.
      atMost('interaction.longest_task', Math.max(0, ...long), 'ms', 50),
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function openButton(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(watchInteractions);
  await page.goto('data:text/html,<button onclick="this.textContent=++this.value">0</button>');
  return page;
}

/** Signs in with sync off: 10,000 drafts are more than a server stores. */
async function openDrafts(browser: Browser, server: Inkwell) {
  await server.api(account, 'PATCH', '/settings', { enable_drafts_synchronization: 'false' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const drafts = await DraftsPage.signIn(page, server, account);
  await drafts.write('The one that the others are made from.');
  const total = await page.evaluate(multiplyDrafts, draftCount);
  await page.addInitScript(watchInteractions);
  await drafts.open();
  await page.getByText(total.toLocaleString('en'), { exact: true }).last().waitFor();
  return { page, drafts };
}

/**
 * Copies a stored draft, so this code needs to know little about how a draft is stored. Returns how
 * many there are.
 */
async function multiplyDrafts(count: number): Promise<number> {
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(request.error?.message));
    });
  interface Row {
    readonly body: object;
  }
  const databases = await indexedDB.databases();
  const name = databases.find((each) => each.name?.startsWith('inkwell.drafts.'))?.name ?? '';
  const database = await result(indexedDB.open(name));
  for (;;) {
    const store = database.transaction('records', 'readwrite').objectStore('records');
    const known = (await result(store.getAll())) as Row[];
    const [draft] = known;
    // The app stores the draft a moment after the last key.
    if (!draft) continue;
    for (let index = known.length; index < count; index++) {
      store.put({
        ...draft,
        local: `copy${index}`,
        editedAt: Date.now() - index * 60_000,
        body: { ...draft.body, content: `Draft number ${index}. `.repeat(1 + (index % 12)) },
      });
    }
    await new Promise((resolve) => (store.transaction.oncomplete = resolve));
    database.close();
    return Math.max(count, known.length);
  }
}
