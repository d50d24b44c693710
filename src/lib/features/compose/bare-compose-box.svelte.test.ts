import { describe, expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aPerson, aState, aSubscription } from '../../../../tests/support/state';
import BoxFrame from '../../../../tests/support/ui/BoxFrame.svelte';
import '../../../app.css';
import { composeToolsPort } from '../../views/compose-box/compose-box-ports';
import { formatCommands } from './format/format-commands';
import { composeShortcuts } from './compose-shortcuts';

const box = page.getByRole('textbox', { name: 'Message' });
const element = () => box.element() as HTMLTextAreaElement;
const bar = page.getByRole('toolbar', { name: 'Formatting' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const missing = page.getByText(/^Formatting, suggestions and snippets couldn’t be loaded/);
/** Busy elements have no accessible name. */
const busy = () => document.querySelectorAll('footer [aria-busy]').length;
const unchecked = page.getByText(/^Couldn’t check who will be notified/);

const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
  streams: [aChannel(5, { name: 'design' })],
  subscriptions: [aSubscription(5, { name: 'design' })],
});

/**
 * A box whose tools load when the test calls `arrive`; `reach` answers each attempt to fetch them.
 */
async function setup(
  content = '',
  { reach = vi.fn<() => Promise<unknown>>(), enterSends = false } = {},
) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  reach.mockReturnValue(promise);
  const { account } = anAccount({
    state,
    answers: { getSubscribers: () => ({ subscribers: [7] }) },
  });
  const sent: string[] = [];
  await render(BoxFrame, {
    account,
    recipient: { type: 'stream', to: [5], topic: 'logo' } as const,
    content,
    enterSends,
    onsend: () => sent.push(element().value),
    tools: { ready: undefined, fetch: () => reach().then(() => composeToolsPort.fetch()) },
  });
  element().focus();
  element().setSelectionRange(content.length, content.length);
  return {
    sent,
    arrive: async () => {
      arrive();
      await expect.element(bar).toBeVisible();
    },
  };
}

/** Fetching the tools fails this many times. */
function failing(times: number) {
  const reach = vi.fn<() => Promise<unknown>>();
  for (let time = 0; time < times; time++) reach.mockRejectedValueOnce(new Error('No network'));
  return reach;
}

describe('a box before its tools are loaded', () => {
  it('keeps every key typed before, during and after loading, once, in the same field', async () => {
    const { arrive } = await setup();
    const field = element();
    await userEvent.keyboard('one ');
    const meanwhile = async () => {
      await expect.poll(() => field.value).toContain('two');
      await arrive();
    };
    await Promise.all([userEvent.keyboard('two three four five six seven '), meanwhile()]);
    await userEvent.keyboard('eight');
    expect(element()).toBe(field);
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveValue('one two three four five six seven eight');
    while (field.value !== '') {
      const before = field.value;
      await userEvent.keyboard('{Control>}z{/Control}');
      expect(field.value.length).toBeLessThan(before.length);
      expect(before.startsWith(field.value)).toBe(true);
    }
  });

  it('keeps caret and selection when they load', async () => {
    const { arrive } = await setup('good tea');
    element().setSelectionRange(5, 8, 'backward');
    await arrive();
    const { selectionStart, selectionEnd, selectionDirection } = element();
    expect([selectionStart, selectionEnd, selectionDirection]).toEqual([5, 8, 'backward']);
    await userEvent.keyboard('cake');
    await expect.element(box).toHaveValue('good cake');
  });

  it('lets a composition finish when they load in the middle of it', async () => {
    const { arrive } = await setup('so ');
    const compose = (text: string) =>
      cdp().send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await compose('に');
    await expect.element(box).toHaveValue('so に');
    await arrive();
    await compose('にほん');
    await cdp().send('Input.insertText', { text: '日本' });
    await expect.element(box).toHaveValue('so 日本');
  });

  it('ignores the tools’ shortcuts, prevents the browser’s actions, and does not catch up later', async () => {
    const { arrive } = await setup('tea');
    element().select();
    await userEvent.keyboard('{Control>}b{/Control}');
    for (const keys of Object.values(composeShortcuts)) {
      const key = keys.split('+').at(-1) ?? '';
      const event = new KeyboardEvent('keydown', {
        key,
        ctrlKey: keys.includes('Mod'),
        shiftKey: keys.includes('Shift'),
        altKey: keys.includes('Alt'),
        bubbles: true,
        cancelable: true,
      });
      expect(element().dispatchEvent(event), keys).toBe(false);
    }
    await arrive();
    await expect.element(box).toHaveValue('tea');
    await expect.element(box).toHaveFocus();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}b{/Control}');
    await expect.element(box).toHaveValue('**tea**');
  });

  it('reserves the shortcuts of all commands', () => {
    const keys = formatCommands().flatMap(({ shortcut }) => shortcut ?? []);
    expect(Object.values(composeShortcuts)).toEqual(expect.arrayContaining(keys));
  });

  it('starts a plain line on Enter, and continues a list once they are loaded', async () => {
    const { arrive } = await setup('- tea');
    await userEvent.keyboard('{Enter}- cake');
    await arrive();
    await userEvent.keyboard('{Enter}milk');
    await expect.element(box).toHaveValue('- tea\n- cake\n- milk');
  });

  it('completes what was typed before they loaded', async () => {
    const { arrive } = await setup();
    await userEvent.keyboard('for @gr');
    await arrive();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('for @**Grace** ');
  });

  it('pastes plain text, and Markdown once they are loaded', async () => {
    const { arrive } = await setup();
    const rich = document.createElement('p');
    rich.innerHTML = 'a <b>bold</b> word';
    document.body.append(rich);
    element().blur();
    getSelection()?.selectAllChildren(rich);
    await userEvent.copy();
    rich.remove();
    element().focus();
    await userEvent.paste();
    await expect.element(box).toHaveValue('a bold word');
    await arrive();
    await expect.element(box).toHaveValue('a bold word');
    await userEvent.keyboard(', ');
    await userEvent.paste();
    await expect.element(box).toHaveValue('a bold word, a **bold** word');
  });

  it.each([
    ['by Ctrl+Enter', false, '{Control>}{Enter}{/Control}'],
    ['by Enter, where that sends', true, '{Enter}'],
  ])('sends %s, once', async (_how, enterSends, keys) => {
    const { sent, arrive } = await setup('', { enterSends });
    await userEvent.keyboard(`Hello${keys}`);
    expect(sent).toEqual(['Hello']);
    await arrive();
    expect(sent).toEqual(['Hello']);
  });

  it('holds a text that needs confirmation until they can ask', async () => {
    const { sent, arrive } = await setup('For @**Grace**');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(busy).toBe(1);
    expect(sent).toEqual([]);
    await arrive();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    expect(sent).toEqual(['For @**Grace**']);
  });

  it('does not send when the user continues typing', async () => {
    const { sent, arrive } = await setup('For @**Grace**');
    await userEvent.keyboard('{Control>}{Enter}{/Control}, or');
    await expect.poll(busy).toBe(0);
    await arrive();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });
});

describe('a box whose tools can’t be fetched', () => {
  it('says what is missing, accepts and sends text, and can load them later', async () => {
    const { sent, arrive } = await setup('', { reach: failing(2) });
    await expect.element(missing).toBeVisible();
    await userEvent.keyboard('Hello{Control>}{Enter}{/Control}');
    expect(sent).toEqual(['Hello']);
    await button('Try again').click();
    await expect.element(button('Try again')).not.toHaveAttribute('aria-busy');
    await expect.element(missing).toBeVisible();
    await button('Try again').click();
    await arrive();
    await expect.element(missing).not.toBeInTheDocument();
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveValue('Hello');
  });

  it.each([
    ['the network comes back', () => window.dispatchEvent(new Event('online'))],
    ['somebody is about to write again', () => (element().blur(), element().focus())],
  ])('loads them when %s', async (_when, does) => {
    const { arrive } = await setup('tea', { reach: failing(1) });
    await expect.element(missing).toBeVisible();
    does();
    await arrive();
    await expect.element(box).toHaveFocus();
  });

  it('says that mentions and placeholders were not checked, and sends anyway on a click', async () => {
    const { sent } = await setup('Note {ask: what}', { reach: failing(9) });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(unchecked).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.keyboard('!');
    await expect.element(unchecked).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await button('Continue').click();
    expect(sent).toEqual(['Note {ask: what}!']);
  });

  it('asks after all when they load on a later try', async () => {
    const { sent, arrive } = await setup('For @**Grace**', { reach: failing(2) });
    await expect.element(missing).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(unchecked).toBeVisible();
    await button('Try again').last().click();
    await arrive();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
    expect(sent).toEqual(['For @**Grace**']);
  });
});

describe('a box that takes no files', () => {
  it('says so when files are pasted, until the user types', async () => {
    const { arrive } = await setup('See ');
    await arrive();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
    element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    const banner = page.getByText('You can’t attach files here.', { exact: false });
    await expect.element(banner).toBeVisible();
    await expect.element(box).toHaveValue('See ');
    await userEvent.keyboard('it');
    await expect.element(banner).not.toBeInTheDocument();
  });
});
