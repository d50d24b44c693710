import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Answers } from '../../../../tests/support/account';
import DraftsFrame from '../../../../tests/support/ui/DraftsFrame.svelte';
import { choosing } from '../../../../tests/support/ui/choosing';
import { file, tab } from '../../../../tests/support/ui/uploads-tab.svelte';
import '../../../app.css';
import { ApiError } from '../../api/errors';
import { UploadsLoader } from './uploads-loader.svelte';
import { TransferFailure } from './file-transfer';

describe('messages that wait for their files', () => {
  it('appear above the drafts even without text, and can be removed and restored', async () => {
    const { account, drafts, uploads, network, one } = await tab();
    const loader = new UploadsLoader(account, drafts, () => undefined);
    loader.ready = uploads;
    await render(DraftsFrame, { account, drafts, uploads: loader });
    const bare = drafts.create({ type: 'stream', to: [5], topic: 'plans' });
    await uploads.add(one, [file('a.txt')]);
    await uploads.add(bare, [file('b.txt'), file('c.txt')]);
    drafts.send(one);
    drafts.send(bare);
    drafts.blur(bare);
    drafts.leave(bare);
    const row = (name: RegExp) => page.getByRole('option', { name });
    await expect.element(row(/plans b\.txt, c\.txt.* Waiting for files/)).toBeVisible();
    const list = page.getByRole('listbox', { name: 'Drafts' });
    await expect
      .element(list)
      .toHaveTextContent(/^Waiting to be sent.*Waiting for.*Waiting for.*Drafts.*The second/s);
    // The draft opens with its recipient and its files.
    await row(/b\.txt/).click();
    await expect.element(page.getByRole('button', { name: 'Pause b.txt' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Don’t send yet' })).toBeVisible();
    (await network.of('b.txt')).fail(new TransferFailure({ kind: 'problem', problem: 'quota' }));
    await expect.element(row(/b\.txt, c\.txt.* File needs attention/)).toBeVisible();
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/b\.txt/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(uploads.of(bare).map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
  });
});

describe('the files of an open box', () => {
  async function box(answers: Answers = {}) {
    const made = await tab(undefined, { answers });
    const loader = new UploadsLoader(made.account, made.drafts, () => undefined);
    loader.ready = made.uploads;
    await render(DraftsFrame, { account: made.account, drafts: made.drafts, uploads: loader });
    await page.getByRole('option', { name: /The first/ }).click();
    const area = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.element(area).toBeVisible();
    return { ...made, loader, area };
  }

  it('inserts links where the caret was, without disturbing typing, and can be undone', async () => {
    const { uploads, network, area, one } = await box();
    const element = area.element() as HTMLTextAreaElement;
    await area.click();
    element.setSelectionRange(3, 3);
    await uploads.add(one, [file('a')], { offset: 3, text: element.value });
    element.setSelectionRange(9, 9);
    await userEvent.keyboard('!');
    (await network.of('a')).finish();
    await expect.element(area).toHaveValue('The [a](/user_uploads/2/a) first!');
    await userEvent.keyboard('?');
    await expect.element(area).toHaveValue('The [a](/user_uploads/2/a) first!?');
    document.execCommand('undo');
    document.execCommand('undo');
    await expect.element(area).toHaveValue('The first!');
  });

  it('shows uploads in progress, and chips of uploaded files to rename, move and remove', async () => {
    const { uploads, network, area, one } = await box();
    await uploads.add(one, [file('a.txt'), file('b.txt')]);
    await expect.element(page.getByRole('button', { name: 'Pause a.txt' })).toBeVisible();
    (await network.of('a.txt')).finish();
    (await network.of('b.txt')).finish();
    await page.getByRole('button', { name: 'Edit a.txt' }).click();
    await page.getByRole('menuitem', { name: 'Rename or add description' }).click();
    await userEvent.keyboard('A map{Enter}');
    await expect
      .element(area)
      .toHaveValue('The first [A map](/user_uploads/2/a.txt) [b.txt](/user_uploads/2/b.txt)');
    await page.getByRole('button', { name: 'Edit A map' }).click();
    await page.getByRole('menuitem', { name: 'Move later' }).click();
    await page.getByRole('button', { name: 'Edit b.txt' }).click();
    await page.getByRole('menuitem', { name: 'Remove from message' }).click();
    await expect.element(area).toHaveValue('The first [A map](/user_uploads/2/a.txt)');
    await page.getByRole('button', { name: 'Add to message again' }).click();
    await expect
      .element(area)
      .toHaveValue('The first [A map](/user_uploads/2/a.txt) [b.txt](/user_uploads/2/b.txt)');
  });

  it('undoes each change by a chip in one step', async () => {
    const { uploads, network, area, one } = await box();
    await uploads.add(one, [file('a.txt'), file('b.txt')]);
    (await network.of('a.txt')).finish();
    (await network.of('b.txt')).finish();
    const both = 'The first [a.txt](/user_uploads/2/a.txt) [b.txt](/user_uploads/2/b.txt)';
    await expect.element(area).toHaveValue(both);
    const choose = async (chip: string, item: string) => {
      await page.getByRole('button', { name: `Edit ${chip}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('b.txt', 'Move earlier');
    const moved = 'The first [b.txt](/user_uploads/2/b.txt) [a.txt](/user_uploads/2/a.txt)';
    await expect.element(area).toHaveValue(moved);
    const chip = (name: string) => page.getByRole('button', { name: `Edit ${name}` });
    await expect.element(chip('b.txt')).toHaveFocus();
    await choose('b.txt', 'Remove from message');
    await expect.element(chip('a.txt')).toHaveFocus();
    const alone = 'The first [a.txt](/user_uploads/2/a.txt)';
    await expect.element(area).toHaveValue(alone);
    await area.click();
    for (const [command, value] of [
      ['undo', moved] as const,
      ['undo', both] as const,
      ['redo', moved] as const,
      ['redo', alone] as const,
    ]) {
      document.execCommand(command);
      await expect.element(area).toHaveValue(value);
    }
    await choose('a.txt', 'Rename or add description');
    // Blur saves the name, and the focus stays where it went.
    await userEvent.keyboard('A map');
    await area.click();
    await expect.element(area).toHaveValue('The first [A map](/user_uploads/2/a.txt)');
    await expect.element(area).toHaveFocus();
    // Typing in the chip's field can be an undo step of its own that changes nothing visible.
    const element = area.element() as HTMLTextAreaElement;
    for (let step = 0; step < 2 && element.value !== alone; step++) document.execCommand('undo');
    await expect.element(area).toHaveValue(alone);
  });

  it('says which linked files are gone, and uploads them again in the same place', async () => {
    const gone = new ApiError('getFileTemporaryUrl', 404, 'BAD_REQUEST', 'No such file');
    const { area, network, drafts, one } = await box({
      getAttachments: () => ({ attachments: [], upload_space_used: 0 }),
      getFileTemporaryUrl: () => Promise.reject(gone),
    });
    await area.fill('See [notes.pdf](/user_uploads/2/old/notes.pdf) today');
    await expect.element(page.getByText(/“notes.pdf” is no longer on the server/)).toBeVisible();
    choosing(file('new notes.pdf').file);
    await page.getByRole('button', { name: 'Upload notes.pdf again' }).click();
    await expect.element(area).toHaveValue('See today');
    await expect.element(area).toHaveFocus();
    (await network.of('new notes.pdf')).finish({ url: '/user_uploads/2/x', filename: 'new.pdf' });
    await expect
      .poll(() => drafts.get(one)?.body.content)
      .toBe('See [new.pdf](/user_uploads/2/x) today');
  });

  it('refuses to schedule before the files are uploaded, and says so before and after', async () => {
    const { calls, uploads, network, area, one } = await box();
    await uploads.add(one, [file('a.txt')]);
    await network.of('a.txt');
    await page.getByRole('button', { name: 'Send later' }).click();
    await expect
      .element(page.getByText(/^Files in this message are still uploading/))
      .toBeVisible();
    await page.getByRole('button', { name: /^Tomorrow morning/ }).click();
    await expect
      .element(page.getByText(/^Couldn’t schedule it because files are still uploading/))
      .toBeVisible();
    expect(calls('createScheduledMessage')).toEqual([]);
    await expect.element(area).toHaveValue('The first');
  });

  it('accepts dropped and pasted files, and leaves text alone', async () => {
    const { network, area, loader } = await box();
    await expect.element(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
    const transfer = new DataTransfer();
    transfer.items.add(file('one.txt').file);
    const options = { bubbles: true, cancelable: true };
    const drop = new DragEvent('drop', { dataTransfer: transfer, ...options });
    loader.drag(drop);
    expect(drop.defaultPrevented).toBe(true);
    const paste = (data: DataTransfer) =>
      area
        .element()
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, ...options }));
    expect(paste(transfer)).toBe(false);
    const words = new DataTransfer();
    words.setData('text/plain', 'words');
    words.items.add(file('picture of them.png').file);
    expect(paste(words)).toBe(true);
    // macOS copies a file like this.
    const named = new DataTransfer();
    named.setData('text/plain', 'two.txt');
    named.items.add(file('two.txt').file);
    expect(paste(named)).toBe(false);
    await expect.poll(() => network.names).toEqual(['one.txt', 'one.txt', 'two.txt']);
  });
});
