import { chromiumArgs, findChromium } from '../../src/bin/chromium.js';
import { findFirefox, findWebKit } from '../../src/bin/engines.js';
import { expect, test } from '../support/app';
import { startChromium, startFirefox } from '../support/engines/puppets';
import { named, rowWith, type Engine, type Tab } from '../support/engines/tab';
import { startWebKit } from '../support/engines/webkit';
import type { Inkwell } from '../support/inkwell';
import { isIncluded } from '../support/share';

/**
 * An address that belongs to no one: https://www.rfc-editor.org/rfc/rfc5737. Plain HTTP from it
 * isn't a secure context.
 */
const elsewhere = '192.0.2.7';

const chromium = findChromium();
const firefox = findFirefox();
const webkit = findWebKit();

/**
 * Engines installed on this machine. `npm test` downloads missing ones and reports which ones it
 * had to skip.
 */
const engines: Readonly<Record<string, (() => Promise<Engine>) | undefined>> = {
  Firefox: firefox === undefined ? undefined : () => startFirefox(firefox),
  WebKit: webkit === undefined ? undefined : () => startWebKit(webkit),
  'Chromium by plain http': chromium === undefined ? undefined : () => startPlain(chromium),
};

const startPlain = (path: string) =>
  startChromium(path, [...chromiumArgs, `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`]);

for (const [name, start] of Object.entries(engines)) {
  if (!start) continue;
  const isPlain = name.includes('plain http');

  test(`${name}: what a user does in a day`, async ({ own: server }) => {
    test.setTimeout(240_000);
    const engine = await start();
    const tabs: Tab[] = [];
    const tab = async () => {
      const one = await engine.tab();
      tabs.push(one);
      return one;
    };
    try {
      const url = isPlain ? server.url.replace('127.0.0.1', elsewhere) : server.url;
      // Daily runs leave out what hardly differs between engines.
      const isWhole = isIncluded(name);
      await walk(server, url, { ...engine, tab }, { isWhole, canStartOffline: !isPlain });
    } catch (error) {
      // The test runner doesn't see these pages, so print their text: on a remote machine nothing
      // else is available.
      for (const one of tabs) {
        process.stdout.write(`\n${name} showed:\n${await text(one).catch(String)}\n`);
      }
      throw error;
    } finally {
      await engine.close();
    }
  });
}

const box = 'document.querySelector("textarea[aria-label=Message]")';
const value = (tab: Tab) => tab.ask<string>(`${box}?.value ?? ""`);
const path = (tab: Tab) => tab.ask<string>('location.pathname');
const text = (tab: Tab) => tab.ask<string>('document.body.innerText');
const pressed = (tab: Tab, xpath: string) => expect.poll(() => tab.press(xpath)).toBe(true);
const shows = (tab: Tab, words: string) => expect.poll(() => text(tab)).toContain(words);
const rows = (tab: Tab) =>
  tab.ask<string>(
    '[...document.querySelectorAll("[role=option]")].map((row) => row.innerText).join()',
  );
const openDialogs = (tab: Tab) =>
  tab.ask<number>('document.querySelectorAll("dialog[open]").length');
/** Height in pixels of the open dialog's scrolling part, or 0 without a dialog. */
const heightOfDialog = (tab: Tab) =>
  tab.ask<number>(
    'document.querySelector("dialog[open] > .overflow-y-auto")?.getBoundingClientRect().height ?? 0',
  );

async function walk(
  server: Inkwell,
  url: string,
  engine: Engine,
  { isWhole, canStartOffline }: { isWhole: boolean; canStartOffline: boolean },
): Promise<void> {
  const draftsOnServer = async () => {
    const { drafts } = await server.api('member', 'GET', '/drafts');
    return (drafts as { content: string }[]).map(({ content }) => content);
  };
  const here = await engine.tab();
  await here.open(`${url}/login`);
  await here.choose('input[type=file]', server.zuliprcPath('member'));
  await expect.poll(() => path(here)).toBe('/inbox');
  await here.open(`${url}/drafts`);

  // A draft, and a second window that shows it.
  const draft = 'Written in another engine';
  await pressed(here, named('New draft'));
  // The box of the newest draft is replaced by an empty one.
  await expect.poll(() => here.ask(`${box}?.value === ""`)).toBe(true);
  await pressed(here, named('Message', 'textarea'));
  await here.type(draft);
  await expect.poll(draftsOnServer).toContain(draft);
  const there = await engine.tab();
  await there.open(`${url}/drafts`);
  await shows(there, draft);
  expect(await text(here)).not.toContain('new version');

  // Dialogs have content. A key also brings this window to the front again.
  await here.key('Control+k');
  await expect.poll(() => heightOfDialog(here)).toBeGreaterThan(150);
  await here.key('Escape');
  await expect.poll(() => openDialogs(here)).toBe(0);
  if (isWhole) await scheduleFromList(server, here);

  // Attaches a file.
  await pressed(here, rowWith(draft));
  await expect.poll(() => value(here)).toBe(draft);
  await here.ask(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a file'], 'notes.txt'));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const options = { dataTransfer, bubbles: true, cancelable: true };
      document.querySelector('main').dispatchEvent(new DragEvent(type, options));
    }
  })()`);
  await expect.poll(() => value(here)).toMatch(/\[notes\.txt\]\(\/user_uploads\/\S+\)/);

  const kept = await value(here);
  await expect.poll(draftsOnServer).toContain(kept);
  await writeOffline(server, here, { url, canStartOffline, kept, draftsOnServer });
  if (isWhole) await restoreSnippet(here, url);

  await pressed(here, '//button[starts-with(@aria-label, "Account:")]');
  await pressed(here, '//*[@role="menuitem"][normalize-space(.)="Sign out"]');
  await pressed(here, '//dialog[@open]//button[normalize-space(.)="Sign out"]');
  await expect.poll(() => path(here)).toBe('/login');
}

/** Schedules a draft in a dialog, which must have content. */
async function scheduleFromList(server: Inkwell, here: Tab): Promise<void> {
  const scheduledOnServer = async () => {
    const { scheduled_messages } = await server.api('member', 'GET', '/scheduled_messages');
    return (scheduled_messages as { content: string }[]).map(({ content }) => content);
  };
  await pressed(here, rowWith('vegetarian half'));
  await expect.poll(() => value(here)).toContain('vegetarian half');
  await pressed(here, named('Send later…'));
  await expect.poll(() => heightOfDialog(here)).toBeGreaterThan(250);
  await pressed(here, '//button[starts-with(normalize-space(.), "Tomorrow morning")]');
  await expect
    .poll(async () => (await scheduledOnServer()).filter((one) => one.includes('vegetarian half')))
    .toHaveLength(1);
}

interface Offline {
  readonly url: string;
  readonly canStartOffline: boolean;
  /** What the box contains. */
  readonly kept: string;
  readonly draftsOnServer: () => Promise<string[]>;
}

/** Without the server: the typed text is saved, even across a reload. */
async function writeOffline(
  server: Inkwell,
  here: Tab,
  { url, canStartOffline, kept, draftsOnServer }: Offline,
): Promise<void> {
  if (canStartOffline) {
    // The service worker takes control once it has cached all files, which takes a while on a busy
    // machine.
    await expect
      .poll(() => here.ask('navigator.serviceWorker.controller !== null'), { timeout: 60_000 })
      .toBe(true);
  }
  await server.kill();
  await here.ask(`(${box}.focus(), ${box}.setSelectionRange(1e6, 1e6))`);
  await here.type(' and off line');
  const changed = `${kept} and off line`;
  await expect.poll(() => value(here)).toBe(changed);
  if (canStartOffline) {
    await shows(here, 'Offline');
    await here.open(`${url}/drafts`);
    await pressed(here, rowWith('and off line'));
    await expect.poll(() => value(here)).toBe(changed);
  }
  await server.restart();
  await expect.poll(draftsOnServer, { timeout: 30_000 }).toContain(changed);
}

/** Writes a snippet, deletes it and restores it. */
async function restoreSnippet(here: Tab, url: string): Promise<void> {
  await here.open(`${url}/snippets`);
  await pressed(here, named('New snippet'));
  await expect.poll(() => here.ask('document.activeElement.matches("input")')).toBe(true);
  await here.type('Thanks');
  await here.key('Tab');
  await here.type('Many thanks!');
  await here.key('Control+Enter');
  await pressed(here, rowWith('Thanks'));
  await pressed(here, named('Delete snippet'));
  await expect.poll(() => rows(here)).not.toContain('Thanks');
  await pressed(here, named('Undo'));
  await pressed(here, rowWith('Thanks'));
}
