import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../../tests/support/account';
import { aChannel, aState } from '../../../../../tests/support/state';
import BoxFrame from '../../../../../tests/support/ui/BoxFrame.svelte';
import '../../../../app.css';
import { eraseAccountStorage } from '../../../client/storage/account-storage';

const box = page.getByRole('textbox', { name: 'Message' });
const element = () => box.element() as HTMLTextAreaElement;
const picker = page.getByRole('dialog', { name: 'Emoji' });
const search = picker.getByRole('combobox', { name: 'Search emoji' });
const cell = (name: string) => picker.getByRole('gridcell', { name, exact: true }).first();
const button = page.getByRole('button', { name: 'Emoji', exact: true });

beforeEach(() => eraseAccountStorage('test'));

async function setup(content = '') {
  const own = { source_url: '/user_avatars/1/emoji/images/3.gif', deactivated: false };
  const realm_emoji = {
    3: { ...own, id: '3', name: 'team_dance', still_url: null, author_id: 7 },
    4: { ...own, id: '4', name: 'team_gone', still_url: null, author_id: 7, deactivated: true },
  };
  const state = aState({ user_id: 7, streams: [aChannel(5)], realm_emoji });
  const { account } = anAccount({ id: 'test', state });
  const recipient = { type: 'stream', to: [5], topic: 'logo' } as const;
  await render(BoxFrame, { account, recipient, content });
  await box.click();
  await expect.element(button).toBeVisible();
}

async function open() {
  await userEvent.keyboard('{Control>}{Shift>}e{/Shift}{/Control}');
  await expect.element(search).toHaveFocus();
}

describe('the emoji picker', () => {
  it('inserts the emoji found, at the caret and undoable by the browser', async () => {
    await setup('so good');
    element().setSelectionRange(2, 2);
    await open();
    await userEvent.keyboard('tada{Enter}');
    await expect.element(picker).not.toBeInTheDocument();
    await expect.element(box).toHaveValue('so🎉 good');
    await expect.element(box).toHaveFocus();
    expect(element().selectionStart).toBe(4);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(box).toHaveValue('so good');
  });

  it('has the focus before the next key', async () => {
    await setup('so');
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await Promise.resolve();
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Control>}{Shift>}e{/Shift}{/Control}tada{Enter}!');
    await expect.element(box).toHaveValue('so🎉!');
  });

  it('works by keyboard: typing continues the search and Escape returns to the text', async () => {
    await setup();
    await open();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(cell('team_dance')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(cell('grinning')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    await expect.element(cell('smiley')).toHaveFocus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect.element(cell('flag_wales')).toHaveFocus();
    await userEvent.keyboard('{PageUp}{Control>}{Home}{/Control}');
    await expect.element(cell('team_dance')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}ta');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('da');
    await expect.element(search).toHaveValue('tada');
    await userEvent.keyboard('{Escape}x');
    await expect.element(box).toHaveValue('x');
  });

  it('stays open with Shift, and lists recent emoji first the next time', async () => {
    await setup();
    await open();
    await userEvent.keyboard('tada{Shift>}{Enter}{Enter}{/Shift}');
    await expect.element(box).toHaveValue('🎉🎉');
    await expect.element(search).toHaveFocus();
    await userEvent.fill(search, 'bee');
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('🎉🎉🐝');
    await open();
    await expect.element(picker.getByText('Recently used')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(cell('bee')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(box).toHaveValue('🎉🎉🐝🎉');
  });

  it('remembers the chosen skin tone', async () => {
    await setup();
    await open();
    await picker.getByRole('button', { name: 'Skin tone: Yellow' }).click();
    await page.getByRole('menuitemradio', { name: 'Medium-dark' }).click();
    await userEvent.fill(search, 'wave');
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('👋🏾');
    await userEvent.keyboard(' :wave');
    await expect.element(page.getByRole('option', { name: 'wave', exact: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('👋🏾 👋🏾 ');
  });

  it('opens and closes by its button, and scrolls to a category', async () => {
    await setup();
    await button.click();
    await expect.element(picker).toBeVisible();
    await button.click();
    await expect.element(picker).not.toBeInTheDocument();
    await button.click();
    await picker.getByRole('button', { name: 'Flags' }).click();
    await cell('checkered_flag').click();
    await expect.element(box).toHaveValue('🏁');
    await expect.element(picker).not.toBeInTheDocument();
  });

  it('renders only what is visible', async () => {
    await setup();
    await open();
    expect(picker.getByRole('gridcell').elements().length).toBeLessThan(260);
  });

  it('includes custom emoji, which are inserted by name', async () => {
    await setup();
    await open();
    await picker.getByRole('button', { name: 'Custom' }).click();
    await expect.element(cell('team_gone')).not.toBeInTheDocument();
    expect(cell('team_dance').element().querySelector('img')?.getAttribute('src')).toBe(
      '/user_avatars/1/emoji/images/3.gif',
    );
    await cell('team_dance').click();
    await expect.element(box).toHaveValue(':team_dance:');
    await userEvent.keyboard(' :team');
    const option = page.getByRole('option', { name: 'team_dance' });
    await expect.element(option).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue(':team_dance: :team_dance: ');
    await open();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(cell('team_dance')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
  });

  it('says when nothing is found', async () => {
    await setup();
    await open();
    await userEvent.keyboard('qqqq');
    await expect.element(picker.getByText('No emoji found.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(search).toHaveFocus();
  });
});

describe('emoticons', () => {
  it('are offered as emoji, and stay as typed unless the user picks one', async () => {
    await setup();
    const option = page.getByRole('option', { name: 'smile', exact: true });
    await userEvent.keyboard('hi :)');
    await expect.element(option).toBeVisible();
    await expect.element(option).toHaveAttribute('aria-selected', 'false');
    await userEvent.keyboard('{Enter}:)');
    await expect.element(box).toHaveValue('hi :)\n:)');
    await expect.element(option).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(box).toHaveValue('hi :)\n🙂 ');
  });
});
