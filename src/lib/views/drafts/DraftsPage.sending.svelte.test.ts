import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, helped, row, setup } from '../../../../tests/support/ui/drafts-page';
import { ApiError, NetworkFailure } from '../../api/errors';
import { IdbDraftStore } from '../../features/drafts/draft-store-idb';

describe('DraftsPage, sending', () => {
  // TODO(server-291): before that level, a number says who deletes their own messages.
  const older = {
    realm_can_delete_own_message_group: undefined,
    realm_delete_own_message_policy: 5,
  };
  it.each([
    ['', {}],
    [' on an older server', older],
  ])('sends once, closes the box, and opens the text again on Undo%s', async (_which, values) => {
    const { calls } = await setup(undefined, undefined, values);
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Sent to #design › logo').last()).toBeVisible();
    await expect.element(box()).not.toBeInTheDocument();
    expect(calls('sendMessage')).toHaveLength(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(box()).toHaveValue('The **blue** one');
    expect(calls('deleteMessage')).toHaveLength(1);
  });

  it('closes without a framework warning when everything in the box is loaded', async () => {
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await helped();
    await userEvent.keyboard('{Escape}');
    await expect.element(box()).not.toBeInTheDocument();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await helped();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(box()).not.toBeInTheDocument();
  });

  it('offers the fix first if sending failed and would fail again', async () => {
    const refusal = new ApiError('sendMessage', 400, 'CHANNEL_ARCHIVED', 'Archived.');
    const { drafts } = await setup(() => Promise.reject(refusal));
    await expect.poll(() => drafts.list.length).toBe(3);
    drafts.send(drafts.list.find(({ body }) => body.topic === 'old')?.key ?? '');
    await expect.element(row(/closed.*Not sent/)).toBeVisible();
    await row(/closed/).click();
    const first = page.getByRole('button', { name: 'Choose another channel' }).first();
    await first.click();
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  });

  it('keeps the text when the server refuses it, and says why', async () => {
    const refusal = new ApiError('sendMessage', 400, 'BAD_REQUEST', 'Not on a Sunday.');
    await setup(() => Promise.reject(refusal));
    await row(/blue/).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(page.getByText('Not sent. Not on a Sunday.')).toBeVisible();
    await expect.element(box()).toHaveValue('The **blue** one');
    await page.getByRole('button', { name: 'Keep as draft' }).click();
    await expect.element(page.getByText('Not sent.')).not.toBeInTheDocument();
  });

  it.each(['It was sent', 'Keep as draft'])(
    'continues when the user says of a lost message: %s',
    async (answer) => {
      const lost = () => Promise.reject(new NetworkFailure('sendMessage', 'unreachable'));
      const refusal = new ApiError('getMessages', 400, 'BAD_NARROW', 'No.');
      const { drafts } = await setup(lost, { getMessages: () => Promise.reject(refusal) });
      await row(/blue/).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: answer }).click({ timeout: 10_000 });
      await expect.element(page.getByText(/^The server didn’t respond/)).not.toBeInTheDocument();
      const isKept = answer === 'Keep as draft';
      await expect.poll(() => drafts.list.length).toBe(isKept ? 3 : 2);
      if (isKept) await expect.element(box()).toHaveValue('The **blue** one');
      else await expect.element(box()).not.toBeInTheDocument();
      await row(/Grace/).click();
      await expect.element(box()).toHaveValue('For Grace');
    },
  );

  it('doesn’t send to an archived channel, and says so before the user tries', async () => {
    const { calls } = await setup();
    await row(/closed/).click();
    await expect.element(page.getByText(/This channel is archived/)).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(calls('sendMessage')).toHaveLength(0);
  });

  it('says only once why a draft can’t be sent, even if the server doesn’t save it either', async () => {
    const refusal = new ApiError('editDraft', 400, 'BAD_REQUEST', 'Invalid stream ID');
    await setup(undefined, { editDraft: () => Promise.reject(refusal) });
    await row(/closed/).click();
    await box().fill('To a channel that is closed, still');
    await expect
      .element(page.getByText('Saved on this device only').last(), { timeout: 8_000 })
      .toBeVisible();
    await expect.element(page.getByText(/This channel is archived/)).toBeVisible();
    await expect.element(page.getByText(/Invalid stream ID/)).not.toBeInTheDocument();
  });
});

/** Moving drafts to the trash is only stored once `release` is called. */
function slowRemoval() {
  const done: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { write } = IdbDraftStore.prototype;
  const slow = vi.spyOn(IdbDraftStore.prototype, 'write').mockImplementation(async function (
    this: IdbDraftStore,
    ...of: Parameters<typeof write>
  ) {
    if (of[0].type === 'remove') await held;
    const written = await write.apply(this, of);
    done.push(of[0].type);
    return written;
  });
  onTestFinished(() => slow.mockRestore());
  return { release, done };
}

const preset = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name });

describe('DraftsPage, sending later', () => {
  it('takes four keys for tomorrow morning, and Undo restores text, recipient and caret', async () => {
    const { drafts, calls } = await setup();
    await row(/blue/).click();
    const text = box().element() as HTMLTextAreaElement;
    await expect.element(box()).toHaveFocus();
    text.setSelectionRange(4, 8);
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await expect.element(preset(/^Tomorrow morning/)).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .element(page.getByText(/^Message to #design › logo scheduled for/).last())
      .toBeVisible();
    const params = { type: 'stream', to: 5, topic: 'logo', content: text.value };
    expect(calls('createScheduledMessage')).toMatchObject([params]);
    await expect.element(box()).not.toHaveValue(text.value);
    await expect.poll(() => drafts.trash[0]).toMatchObject({ reason: 'scheduled' });

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(box()).toHaveValue('The **blue** one');
    const back = box().element() as HTMLTextAreaElement;
    expect([back.selectionStart, back.selectionEnd]).toEqual([4, 8]);
    expect(calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 12 }]);
    expect(drafts.list.some(({ body }) => body.topic === 'logo')).toBe(true);
  });

  it.each(['scheduled', 'deleted'])('is undone before it is stored that it is %s', async (how) => {
    const { release, done } = slowRemoval();
    const { drafts, calls } = await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    if (how === 'deleted') {
      page.getByRole('listbox', { name: 'Drafts' }).element().focus();
      await userEvent.keyboard('{Backspace}');
    } else {
      await page.getByRole('button', { name: 'Send later' }).click();
      await preset(/^Tomorrow morning/).click();
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(drafts.trash).toEqual([]);
    release();
    await expect.poll(() => done).toContain('remove');
    await expect.poll(() => done).toContain('restore');
    await expect.element(row(/blue/)).toBeVisible();
    expect(drafts.trash).toEqual([]);
    const isScheduled = calls('createScheduledMessage').length;
    await expect.poll(() => calls('deleteScheduledMessage').length).toBe(isScheduled);
  });

  it.each(['the chevron', 'a right-click on Send'])('takes three clicks by %s', async (by) => {
    const { calls } = await setup();
    await row(/blue/).click();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    if (by === 'the chevron') await page.getByRole('button', { name: 'Send later' }).click();
    else await send.click({ button: 'right' });
    await preset(/^Tomorrow morning/).click();
    await expect.element(page.getByText(/scheduled for/).last()).toBeVisible();
    expect(calls('createScheduledMessage')).toHaveLength(1);
    expect(calls('sendMessage')).toHaveLength(0);
  });

  it('is reached from the text with Tab, Tab, Enter', async () => {
    await setup();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    await expect.element(preset(/^Tomorrow morning/)).toBeVisible();
  });

  it('keeps the text when the server refuses it, shows the reason there, and hides it on the next key', async () => {
    const refusal = new ApiError('createScheduledMessage', 400, 'BAD_REQUEST', 'Not that far.');
    await setup(undefined, { createScheduledMessage: () => Promise.reject(refusal) });
    await row(/blue/).click();
    await page.getByRole('button', { name: 'Send later' }).click();
    await preset(/^Tomorrow morning/).click();
    await expect.element(page.getByText(/^Couldn’t schedule it\. .*Not that far/)).toBeVisible();
    await expect.element(box()).toHaveValue('The **blue** one');
    await box().click();
    await userEvent.keyboard('!');
    await expect.element(page.getByText(/^Couldn’t schedule it/)).not.toBeInTheDocument();
  });

  it('schedules the selected drafts, except those that can’t be sent', async () => {
    const { calls } = await setup();
    page.getByRole('listbox', { name: 'Drafts' }).element().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await expect.element(page.getByText('1 draft can’t be sent yet').last()).toBeVisible();
    await preset(/^Tomorrow morning/).click();
    await expect.element(page.getByText(/^2 messages scheduled for/).last()).toBeVisible();
    expect(calls('createScheduledMessage')).toHaveLength(2);
  });
});
