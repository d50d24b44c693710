import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  message,
  notices,
  on,
  openTalk,
  talkState,
  textOfBox,
  watchClipboard,
} from '../../../../tests/support/ui/conversation-page';
import { NetworkFailure } from '../../api/errors';

const link = `${location.origin}/#narrow/channel/5/topic/logo/near/`;
const quoted = (id: number, text: string) =>
  `@_**Grace|8** [said](${link}${id}):\n` + `\`\`\`quote\n${text}\n\`\`\``;
const lost = (operation: string) => () =>
  Promise.reject(new NetworkFailure(operation, 'unreachable'));

/** Selects these words of the message. */
function select(text: string, words: string) {
  const node = document.evaluate(
    './/text()',
    message(text).element().querySelector('.rendered')!,
    null,
    XPathResult.FIRST_ORDERED_NODE_TYPE,
  ).singleNodeValue!;
  const at = node.textContent!.indexOf(words);
  getSelection()!.setBaseAndExtent(node, at, node, at + words.length);
}

describe('a quote', () => {
  it('is inserted at the caret as it was written, with a link to the message, and is undone by one key', async () => {
    await openTalk();
    await box().fill('Before\nAfter');
    (box().element() as HTMLTextAreaElement).setSelectionRange(6, 6);
    await on('The first');
    await userEvent.keyboard('>');
    await expect.poll(textOfBox).toBe(`Before\n${quoted(1, 'The **first**')}\n\nAfter`);
    await expect.element(box()).toHaveFocus();
    const { selectionStart } = box().element() as HTMLTextAreaElement;
    expect(textOfBox().slice(selectionStart)).toBe('\nAfter');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(textOfBox).toBe('Before\nAfter');
  });

  it('contains only the selection', async () => {
    await openTalk();
    await on('The first');
    select('The first', 'first');
    await userEvent.keyboard('>');
    await expect.poll(textOfBox).toBe(`${quoted(1, 'first')}\n`);
  });

  it('whose source can’t be loaded shows an error, and leaves the text unchanged', async () => {
    await openTalk({ getMessage: lost('getMessage') });
    await box().fill('Mine to keep');
    await on('The first');
    await userEvent.keyboard('>');
    await expect.element(notices()).toHaveTextContent('Couldn’t load this message');
    expect(textOfBox()).toBe('Mine to keep');
  });

  it('is forwarded into another conversation', async () => {
    await openTalk();
    await on('The first');
    await userEvent.keyboard('<');
    const dialog = page.getByRole('dialog', { name: 'Forward message' });
    await dialog.getByRole('combobox', { name: 'Channel' }).fill('garden');
    await page.getByRole('option', { name: 'garden' }).click();
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('colours');
    await dialog.getByRole('button', { name: 'Forward' }).click();
    await expect.element(page.getByRole('heading', { name: /colours/ })).toBeVisible();
    await expect.poll(textOfBox).toBe(`${quoted(1, 'The **first**')}\n`);
    await expect.element(box()).toHaveFocus();
  });
});

it('that is moved shows one confirmation, even if the event comes before the reply', async () => {
  let reply!: (value: Record<string, never>) => void;
  const { tell } = await openTalk({ updateMessage: () => new Promise((done) => (reply = done)) });
  await on('Mine');
  await userEvent.keyboard('m');
  const dialog = page.getByRole('dialog', { name: 'Move messages' });
  await dialog.getByRole('combobox', { name: 'Topic' }).fill('fonts');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect.poll(() => typeof reply).toBe('function');
  tell({
    type: 'update_message',
    message_id: 2,
    message_ids: [2],
    propagate_mode: 'change_one',
    stream_id: 5,
    orig_subject: 'logo',
    subject: 'fonts',
    edit_timestamp: 1,
  });
  await expect.element(dialog).not.toBeInTheDocument();
  reply({});
  await expect.element(notices()).toHaveTextContent('Moved to #design › fonts');
});

describe('a reply', () => {
  it('is written in the box below, or to the sender alone', async () => {
    await openTalk();
    await on('The first');
    await userEvent.keyboard('r');
    await expect.element(box()).toHaveFocus();
    await on('The first');
    await userEvent.keyboard('{Shift>}r{/Shift}');
    await expect.element(page.getByRole('heading', { name: 'Grace' })).toBeVisible();
    await expect.element(box()).toHaveFocus();
  });

  it('starts with the same key if no message is selected', async () => {
    await openTalk();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('feed')).toHaveFocus();
    await userEvent.keyboard('r');
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('m');
    await expect.poll(textOfBox).toBe('m');
  });

  it('is saved for later by one key, with Undo, also offline', async () => {
    const { drafts } = await openTalk({ getMessage: lost('getMessage') });
    await on('The first');
    await userEvent.keyboard('u');
    const texts = () => drafts.list.map(({ body }) => body);
    await expect.poll(texts).toMatchObject([{ type: 'stream', topic: 'logo' }]);
    expect(texts()[0]?.content).toContain('/near/1)');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(texts).toEqual([]);
  });

  it('is scheduled with its quote; without a time it stays a draft', async () => {
    const { drafts } = await openTalk();
    await on('The first');
    await userEvent.keyboard('{Shift>}b{/Shift}');
    await expect.element(page.getByRole('dialog', { name: 'Send later' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(notices()).toHaveTextContent('Follow-up saved to drafts');
    expect(drafts.list.map(({ body }) => body.content)).toEqual([
      `${quoted(1, 'The **first**')}\n`,
    ]);
  });
});

describe('a message', () => {
  it('sets a reminder at the chosen time, if the server supports it', async () => {
    const { calls } = await openTalk({ createMessageReminder: () => ({ reminder_id: 4 }) });
    await on('The first');
    await userEvent.keyboard('h');
    await page
      .getByRole('dialog', { name: 'Remind me' })
      .getByRole('button', { name: /^Tomorrow/ })
      .first()
      .click();
    await expect.element(notices()).toHaveTextContent('You’ll be reminded');
    await expect.poll(() => calls('createMessageReminder')).toMatchObject([{ message_id: 1 }]);
  });

  it('of one’s own sets a reminder that a reply cancels', async () => {
    const { calls, come } = await openTalk({
      createMessageReminder: () => ({ reminder_id: 4 }),
      deleteReminder: () => ({}),
    });
    await on('Mine');
    await userEvent.keyboard('w');
    await page
      .getByRole('dialog', { name: 'Remind me if no one replies' })
      .getByRole('button', { name: /^Tomorrow/ })
      .first()
      .click();
    await expect.poll(() => calls('createMessageReminder')).toHaveLength(1);
    come(9, 8, 'A reply');
    await expect.poll(() => calls('deleteReminder')).toEqual([{ reminder_id: 4 }]);
  });

  it('has no menu items for what an old server lacks', async () => {
    await openTalk({}, talkState({ zulip_feature_level: 247, saved_snippets: undefined }));
    await message('The first').hover();
    await message('The first').getByRole('button', { name: 'Message actions' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Quote and reply' })).toBeVisible();
    for (const name of ['Remind me', 'Save as snippet', 'Report message']) {
      await expect.element(page.getByRole('menuitem', { name })).not.toBeInTheDocument();
    }
  });

  it("shows its source with the key that would edit the user's own message, and copies it", async () => {
    const texts = watchClipboard();
    await openTalk();
    await on('The first');
    await userEvent.keyboard('e');
    const dialog = page.getByRole('dialog', { name: 'View source' });
    await expect.element(dialog.getByText('The **first**')).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy text' }).click();
    await expect.poll(() => texts).toEqual(['The **first**']);
    await expect.element(message('The first')).toHaveFocus();
    await userEvent.keyboard('{Shift>}c{/Shift}');
    await expect.poll(() => texts.at(-1)).toBe('The first');
  });

  it('becomes a snippet as it was written', async () => {
    await openTalk();
    await on('The first');
    await userEvent.keyboard('{Shift>}n{/Shift}');
    const dialog = page.getByRole('dialog', { name: 'Save as snippet' });
    await expect.element(dialog.getByRole('textbox').last()).toHaveValue('The **first**');
  });

  it('is reported with a reason', async () => {
    const { calls } = await openTalk({}, talkState({ realm_moderation_request_channel_id: 5 }));
    await on('The first');
    await userEvent.keyboard('!');
    const dialog = page.getByRole('dialog', { name: 'Report this message to moderators?' });
    await dialog.getByRole('radio', { name: 'Something else' }).click();
    await dialog.getByRole('button', { name: 'Report message' }).click();
    await expect.element(dialog.getByText('Describe what’s wrong.')).toBeVisible();
    await userEvent.keyboard('A riddle');
    await dialog.getByRole('button', { name: 'Report message' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls('reportMessage')).toEqual([
      { message_id: 1, report_type: 'other', description: 'A riddle' },
    ]);
  });

  it('resolves its topic, opens the renamed topic, and undoes it', async () => {
    const { calls } = await openTalk();
    await on('The first');
    await userEvent.keyboard('{Shift>}y{/Shift}');
    await expect.element(page.getByRole('heading', { name: /✔ logo/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByRole('heading', { name: /✔/ })).not.toBeInTheDocument();
    await expect
      .poll(() => calls('updateMessage'))
      .toMatchObject([
        { message_id: 1, topic: '✔ logo', propagate_mode: 'change_all' },
        { message_id: 1, topic: 'logo', propagate_mode: 'change_all' },
      ]);
  });
});
