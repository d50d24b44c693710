import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  boxElement,
  saved,
  setupBox,
} from '../../../../tests/support/ui/snippets-page.svelte';

const open = async () => {
  await userEvent.keyboard("{Control>}'{/Control}");
  await expect.element(page.getByRole('combobox', { name: 'Search snippets' })).toHaveFocus();
};
const caret = () => {
  const field = boxElement();
  return field.value.slice(field.selectionStart, field.selectionEnd);
};

describe('snippets in a compose box', () => {
  it('are inserted at the caret, several per message, and can be undone', async () => {
    await setupBox([saved(1, 'One', 'first'), saved(2, 'Two', '[{cursor}] {channel}')], 'ab');
    boxElement().focus();
    boxElement().setSelectionRange(1, 1);
    await open();
    await userEvent.keyboard('one{Enter}');
    await expect.element(box()).toHaveValue('afirstb');
    await expect.element(box()).toHaveFocus();
    await open();
    await userEvent.keyboard('two{Enter}');
    await expect.element(box()).toHaveValue('afirst[] designb');
    await userEvent.keyboard('!');
    await expect.element(box()).toHaveValue('afirst[!] designb');
    document.execCommand('undo');
    document.execCommand('undo');
    await expect.element(box()).toHaveValue('afirstb');
  });

  it('keep the selection when the palette is closed', async () => {
    await setupBox([saved(1, 'One')], 'some text');
    boxElement().focus();
    boxElement().setSelectionRange(5, 9);
    await open();
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).toHaveFocus();
    expect(caret()).toBe('text');
  });

  it('never replace the selection unless they contain it', async () => {
    await setupBox([saved(1, 'One', 'x'), saved(2, 'Quote', '> {selection}')], 'keep this');
    boxElement().focus();
    boxElement().setSelectionRange(0, 4);
    await open();
    await userEvent.keyboard('one{Enter}');
    await expect.element(box()).toHaveValue('keepx this');
    boxElement().setSelectionRange(6, 10);
    await open();
    await userEvent.keyboard('quote{Enter}');
    await expect.element(box()).toHaveValue('keepx > this');
  });

  it('list the most used one first', async () => {
    await setupBox([saved(1, 'Alpha'), saved(2, 'Beta')]);
    boxElement().focus();
    await open();
    await userEvent.keyboard('beta{Enter}');
    await expect.element(box()).toHaveValue('The text of Beta');
    await open();
    await userEvent.keyboard('{Enter}');
    await expect.element(box()).toHaveValue('The text of BetaThe text of Beta');
  });

  it('ask for unknown values, and Tab moves between placeholders', async () => {
    const content = '{topic}: {ask: number} is {choose: red|blue}';
    await setupBox([saved(1, 'Sort', content)], '', { type: 'private', to: [8], topic: '' });
    boxElement().focus();
    await open();
    await userEvent.keyboard('{Enter}');
    await expect.element(box()).toHaveValue('{ask: Topic}: {ask: number} is {choose: red|blue}');
    expect(caret()).toBe('{ask: Topic}');
    await userEvent.keyboard('Logo{Tab}');
    expect(caret()).toBe('{ask: number}');
    await expect.element(page.getByText('Type to fill it in.')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    expect(caret()).toBe('{choose: red|blue}');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(box()).toHaveValue('Logo: {ask: number} is blue');
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(caret()).toBe('{ask: number}');
    // After the last placeholder, Tab leaves the text area.
    await userEvent.keyboard('{Tab}');
    await expect.element(box()).not.toHaveFocus();
  });

  it('hold a message back while a placeholder is unfilled, until the user confirms', async () => {
    const { onsend } = await setupBox([], 'Hi {ask: name}');
    boxElement().focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect.element(box()).toHaveFocus();
    expect(caret()).toBe('{ask: name}');
    expect(onsend).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Continue anyway' }).click();
    expect(onsend).toHaveBeenCalledExactlyOnceWith('Hi {ask: name}');
  });

  it('can be created from the selection', async () => {
    const { calls } = await setupBox([], 'Dear all, bye');
    boxElement().focus();
    boxElement().setSelectionRange(0, 8);
    await open();
    await page.getByRole('button', { name: 'Save this text as a snippet' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Greeting');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Snippet “Greeting” saved').last()).toBeVisible();
    expect(calls('createSavedSnippet')).toEqual([{ title: 'Greeting', content: 'Dear all' }]);
  });
});
