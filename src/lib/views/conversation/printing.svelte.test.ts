import { on } from 'svelte/events';
import { expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { message, openTalk, sent } from '../../../../tests/support/ui/conversation-page';
import { box, row, setup } from '../../../../tests/support/ui/drafts-page';
import '../../../app.css';

/** Emulates printing: the browser applies print layout and notifies the page. */
async function onPaper() {
  const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });
  onTestFinished(() => void media(''));
  await media('print');
  await expect.poll(() => matchMedia('print').matches).toBe(true);
  return () => media('');
}

/** Whether an element is visible in print. */
const stands = (one: Element | null | undefined) => one?.checkVisibility() ?? false;

const rows = () => [...document.querySelectorAll('[role=feed] [data-key]')];

/** A conversation longer than a screen. */
async function openLongTalk() {
  const messages = Array.from({ length: 400 }, (_, at) => sent(at + 1, 8, `Number ${at + 1}.`));
  messages.push(sent(401, 8, 'The last'));
  await openTalk({ getMessages: () => ({ messages, found_oldest: true, found_newest: true }) });
  expect(rows().length).toBeLessThan(401);
}

it('prints all loaded messages of a conversation, and nothing else', async () => {
  await openLongTalk();
  const toScreen = await onPaper();
  await expect.poll(() => rows().length).toBe(401);
  expect(rows().every(stands)).toBe(true);
  const feed = document.querySelector('[role=feed]')!;
  expect(feed.clientHeight).toBe(feed.scrollHeight);
  expect(document.documentElement.scrollHeight).toBeGreaterThan(feed.clientHeight);
  expect([...document.querySelectorAll('h1, h2')].filter(stands)).toHaveLength(1);
  const others = document.querySelectorAll('textarea, footer, [data-actions], [role=listbox], nav');
  expect([...others].filter(stands)).toEqual([]);
  await toScreen();
  await expect.element(message('The last')).toBeInViewport();
  expect(rows().length).toBeLessThan(401);
});

it('has drawn everything loaded by the time the browser prints', async () => {
  await openLongTalk();
  const drawn: number[] = [];
  // Runs after the page's own listeners: the browser prints what is drawn by then.
  onTestFinished(on(window, 'beforeprint', () => drawn.push(rows().length)));
  await cdp().send('Page.printToPDF');
  expect(drawn).toEqual([401]);
  await expect.poll(() => rows().length).toBeLessThan(401);
});

it('prints the whole text of a draft, and nothing else', async () => {
  await setup();
  await row(/blue/).click();
  const text = Array.from({ length: 120 }, (_, at) => `Line ${at}`).join('\n');
  await box().fill(text);
  expect(document.querySelector('[data-print]')).toBeNull();
  await onPaper();
  await expect.element(page.getByRole('heading', { name: 'design' })).toBeVisible();
  const printed = document.querySelector('[data-print]')!;
  expect(printed.querySelector('p')!.innerText).toBe(text);
  expect(printed.getBoundingClientRect().height).toBeGreaterThan(2000);
  const others = document.querySelectorAll('textarea, footer, [role=listbox], [role=feed], nav');
  expect([...others].filter(stands)).toEqual([]);
});
