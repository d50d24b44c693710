import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import { anAccount } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import BoxFrame from '../../../../tests/support/ui/BoxFrame.svelte';
import '../../../app.css';
import { applyTextEdit, readTextField } from './format/apply-text-edit';
import { formatCommands } from './format/format-commands';

const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
  streams: [aChannel(5, { name: 'design' })],
  subscriptions: [aSubscription(5, { name: 'design' })],
});

const box = page.getByRole('textbox', { name: 'Message' });
const element = () => box.element() as HTMLTextAreaElement;
const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

async function setup(
  content = '',
  more: {
    enterSends?: boolean;
    onsend?: () => void;
    rendered?: () => Promise<unknown>;
    /** Error with which the server refuses every read. */
    refusal?: Error;
  } = {},
) {
  const { rendered, refusal, ...props } = more;
  const refuse = refusal && (() => Promise.reject(refusal));
  /** Newest first. */
  const topics = [{ name: 'logo', max_id: 1 }];
  const { account, callSpy, tell } = anAccount({
    state,
    answers: {
      renderMessage: ({ content }) => rendered?.() ?? { rendered: `<p>${content}</p>` },
      getStreamTopics: refuse ?? (() => ({ topics })),
      ...(refuse && { getMessages: refuse, getSubscribers: refuse }),
    },
  });
  const recipient = { type: 'stream', to: [5], topic: 'logo' } as const;
  await render(BoxFrame, { account, recipient, content, ...props });
  await box.click();
  await expect.element(tool('Bold')).toBeVisible();
  element().setSelectionRange(content.length, content.length);
  return { callSpy, tell, topics };
}

describe('formatting', () => {
  it('works by key, button and menu, and the browser’s undo reverts it', async () => {
    await setup('good morning');
    element().setSelectionRange(5, 12);
    await userEvent.keyboard('{Control>}b{/Control}');
    await expect.element(box).toHaveValue('good **morning**');
    await tool('Italic').click();
    await expect.element(box).toHaveValue('good ***morning***');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(box).toHaveValue('good morning');
  });

  it('fits in one row on a phone and moves the rest to a menu', async () => {
    await page.viewport(360, 700);
    await setup('tea');
    const bar = page.getByRole('toolbar', { name: 'Formatting' }).element();
    expect(bar.scrollWidth).toBeLessThanOrEqual(360);
    await tool('More formatting').click();
    await page.getByRole('menuitem', { name: 'Poll' }).click();
    await expect.element(box).toHaveValue('/poll tea');
    await expect.element(box).toHaveFocus();
    await page.viewport(1280, 800);
  });

  it('is a single Tab stop, with arrow keys between buttons', async () => {
    await setup('');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(tool('Bold')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tool('Italic')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(tool('Preview')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(box).toHaveFocus();
  });

  it('continues a list on Enter and ends it on an empty item', async () => {
    await setup('- tea');
    await userEvent.keyboard('{Enter}cake{Enter}{Enter}done');
    await expect.element(box).toHaveValue('- tea\n- cake\ndone');
  });

  it('drops a list marker that the user types again on each line', async () => {
    await setup('');
    await userEvent.keyboard('- tea{Enter}- cake - with - icing{Enter}milk');
    await expect.element(box).toHaveValue('- tea\n- cake - with - icing\n- milk');
  });

  it.each([true, false])('does not send on the Enter of an input method', async (enterSends) => {
    const onsend = vi.fn();
    await setup('', { enterSends, onsend });
    const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    const modified = enterSends ? {} : { ctrlKey: true };
    const press = (more: KeyboardEventInit) =>
      element().dispatchEvent(new KeyboardEvent('keydown', { ...enter, ...modified, ...more }));
    element().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    await userEvent.keyboard('会議');
    press({ isComposing: true });
    element().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    // In Safari the composition has already ended when its keydown arrives.
    press({ keyCode: 229 });
    expect(onsend).not.toHaveBeenCalled();
    press({ keyCode: 13 });
    expect(onsend).toHaveBeenCalledOnce();
  });

  it('sends on Enter instead of continuing the list when Enter sends', async () => {
    const onsend = vi.fn();
    await setup('- tea', { enterSends: true, onsend });
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}milk');
    await expect.element(box).toHaveValue('- tea\n- milk');
    await userEvent.keyboard('{Enter}');
    expect(onsend).toHaveBeenCalledOnce();
  });

  it('undoes every command exactly, on any text', async () => {
    await setup('');
    const field = element();
    const part = fc.constantFrom(
      'a',
      'b c',
      '\n',
      '*',
      '**',
      '`',
      '```\n',
      '- ',
      '> ',
      '🎉',
      '[x](y)',
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const all = formatCommands();
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...all),
        (value, one, other, command) => {
          field.focus();
          field.select();
          if (value) document.execCommand('insertText', false, value);
          else if (field.value) document.execCommand('delete');
          const ends = [one % (value.length + 1), other % (value.length + 1)];
          field.setSelectionRange(Math.min(...ends), Math.max(...ends));
          const edit = command.edit(readTextField(field));
          const changed = value.slice(edit.from, edit.to) !== edit.insert;
          applyTextEdit(field, edit);
          expect(field.selectionStart).toBe(edit.start);
          if (changed) document.execCommand('undo');
          expect(field.value).toBe(value);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('preview', () => {
  it('opens beside the text, follows it, and keeps the last version until the next arrives', async () => {
    const { callSpy } = await setup('first');
    await userEvent.keyboard('{Alt>}p{/Alt}');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect.element(preview.getByText('first')).toBeVisible();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard(' second');
    await expect.element(preview.getByText('first')).toBeVisible();
    await expect.element(preview.getByText('first second')).toBeVisible();
    expect(callSpy.mock.calls.filter(([{ id }]) => id === 'renderMessage').length).toBeLessThan(8);
    await userEvent.keyboard('{Alt>}p{/Alt}');
    await expect.element(preview).not.toBeInTheDocument();
    await expect.element(box).toHaveFocus();
  });

  it('scrolls to the caret', async () => {
    const lines = Array.from({ length: 90 }, (_, at) => `Line number ${at}.`);
    const rendered = lines.map((line) => `<p>${line}</p>`).join('');
    await setup(lines.join('\n\n'), { rendered: () => Promise.resolve({ rendered }) });
    await userEvent.keyboard('{Alt>}p{/Alt}');
    const preview = page.getByRole('region', { name: 'Preview' });
    const at = (line: number) => preview.getByText(`Line number ${line}.`, { exact: true });
    await expect.element(at(89)).toBeInViewport();
    const caret = element().value.indexOf('number 40');
    element().setSelectionRange(caret, caret);
    await expect.element(at(40)).toBeInViewport();
    expect(at(89).element().getBoundingClientRect().top).toBeGreaterThan(window.innerHeight);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.element(at(0)).toBeInViewport();
  });

  it('replaces the text on a phone and returns the focus', async () => {
    await page.viewport(360, 700);
    await setup('first');
    await userEvent.keyboard('{Alt>}p{/Alt}');
    await expect.element(box).not.toBeInTheDocument();
    await expect.element(page.getByText('first')).toBeVisible();
    await tool('Preview').click();
    await expect.element(box).toHaveFocus();
    await page.viewport(1280, 800);
  });

  it('says that the user is offline', async () => {
    await setup('first', {
      rendered: () => Promise.reject(new NetworkFailure('renderMessage', 'unreachable')),
    });
    await userEvent.keyboard('{Alt>}p{/Alt}');
    await expect.element(page.getByText(/You’re offline/)).toBeVisible();
  });
});

describe('completion', () => {
  const list = page.getByRole('listbox', { name: 'Suggestions' });

  it('suggests people while the text keeps the focus, and inserts the chosen one', async () => {
    await setup('');
    await userEvent.keyboard('hi @gr');
    const option = list.getByRole('option', { name: 'Grace' });
    await expect.element(option).toHaveAttribute('aria-selected', 'true');
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveAttribute('aria-activedescendant', option.element().id);
    await userEvent.keyboard('{Enter}and more');
    await expect.element(box).toHaveValue('hi @**Grace** and more');
    await expect.element(box).not.toHaveAttribute('aria-activedescendant');
  });

  it.each([
    ['@gr{Enter} and more', '@**Grace** and more'],
    ['@gr{Enter}  two', '@**Grace**  two'],
    ['@gr{Enter}, and', '@**Grace** , and'],
    ['@gr{Enter}{Backspace} x', '@**Grace** x'],
    ['@gr{Enter}x{Backspace} y', '@**Grace**  y'],
  ])('does not double the space that a completion adds: %s', async (keys, text) => {
    await setup('');
    await userEvent.keyboard('@gr');
    await expect.element(list.getByRole('option', { name: 'Grace' })).toBeVisible();
    await userEvent.keyboard(keys.slice('@gr'.length));
    await expect.element(box).toHaveValue(text);
  });

  it('asks only once when the server refuses what ranks the suggestions', async () => {
    const refusal = new ApiError('getMessages', 400, 'BAD_NARROW', 'No.');
    const { callSpy } = await setup('', { refusal });
    await userEvent.keyboard('to @gr{Enter} and @ad{Enter} and @gra');
    await expect.element(list.getByRole('option', { name: 'Grace' })).toBeVisible();
    const questions = callSpy.mock.calls.map(([{ id }, params]) => JSON.stringify([id, params]));
    expect(questions).toHaveLength(new Set(questions).size);
    expect(questions.join()).toContain('getMessages');
  });

  it('closes on Escape, stays closed for that word, and does not close the box', async () => {
    await setup('');
    const onevent = vi.fn();
    window.addEventListener('keydown', onevent);
    await userEvent.keyboard('@gr');
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(onevent.mock.calls.some(([event]) => (event as KeyboardEvent).key === 'Escape')).toBe(
      false,
    );
    window.removeEventListener('keydown', onevent);
    await userEvent.keyboard('a');
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard(' @gr');
    await expect.element(list).toBeVisible();
  });

  it('continues from a channel to its topics', async () => {
    await setup('');
    await userEvent.keyboard('#des{Tab}');
    await expect.element(box).toHaveValue('#**design** ');
    await userEvent.keyboard('{Backspace}>');
    await expect.element(list.getByRole('option', { name: 'logo' })).toBeVisible();
    await userEvent.keyboard('lo{Enter}');
    await expect.element(box).toHaveValue('#**design>logo** ');
  });

  it('suggests topics created after the list was fetched', async () => {
    const { tell, topics } = await setup('');
    await userEvent.keyboard('#**design>');
    await expect.element(list.getByRole('option', { name: 'logo' })).toBeVisible();
    topics.unshift({ name: 'lobby', max_id: 9 });
    const { flags, ...message } = aMessage(9, { subject: 'lobby' });
    tell({ type: 'message', message, flags });
    await userEvent.keyboard('lo');
    await expect.element(list.getByRole('option', { name: 'lobby' })).toBeVisible();
  });

  it('inserts an emoji by name and a time by phrase', async () => {
    await setup('');
    await userEvent.keyboard(':tada');
    await list.getByRole('option', { name: 'tada' }).click();
    await expect.element(box).toHaveValue('🎉 ');
    await tool('Time in everyone’s time zone').click();
    await userEvent.keyboard('tomorrow 9:00');
    await expect.element(list.getByRole('option')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => element().value)
      .toMatch(/^🎉 <time:\d{4}-\d\d-\d\dT09:00:00[+-]\d\d:\d\d> $/);
  });
});

describe('paste', () => {
  function pasteHere(kinds: Record<string, string>) {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    element().dispatchEvent(event);
    return event;
  }

  it('converts rich text to Markdown in one undo step', async () => {
    await setup('so ');
    pasteHere({ 'text/html': '<p>a <b>bold</b> word</p>', 'text/plain': 'a bold word' });
    await expect.element(box).toHaveValue('so a **bold** word');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(box).toHaveValue('so ');
  });

  it('is included when the user sends immediately after', async () => {
    const sent: string[] = [];
    await setup('', { onsend: () => sent.push(element().value) });
    pasteHere({ 'text/html': '<p>a <b>bold</b> word</p>', 'text/plain': 'a bold word' });
    const options = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    element().dispatchEvent(new KeyboardEvent('keydown', options));
    await expect.poll(() => sent).toEqual(['a **bold** word']);
  });

  it('leaves plain text and files to the browser', async () => {
    await setup('');
    expect(pasteHere({ 'text/plain': 'plain **text**' }).defaultPrevented).toBe(false);
    expect(pasteHere({}).defaultPrevented).toBe(false);
  });
});
