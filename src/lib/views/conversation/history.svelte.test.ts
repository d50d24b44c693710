import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { now, on, openTalk, sent } from '../../../../tests/support/ui/conversation-page';
import type { ResultOf } from '../../api/define-operation';
import type { getMessageHistory } from '../../api/edit-message';

type Versions = ResultOf<typeof getMessageHistory>['message_history'];

const version = (content: string, more: Partial<Versions[number]> = {}) => ({
  topic: 'logo',
  content,
  rendered_content: `<p>${content}</p>`,
  user_id: 8,
  timestamp: now,
  ...more,
});

async function openHistory(message_history: Versions) {
  const last = sent(1, 8, 'The first', { last_edit_timestamp: now, last_moved_timestamp: now });
  await openTalk({
    getMessages: () => ({
      messages: [last, sent(3, 8, 'The last')],
      found_oldest: true,
      found_newest: true,
    }),
    getMessageHistory: () => ({ message_history }),
  });
  await on('The first');
  await userEvent.keyboard('{Shift>}H{/Shift}');
  return page.getByRole('dialog', { name: 'Edit history' });
}

const texts = (selector: string) =>
  [...document.querySelectorAll(`dialog ${selector}`)].map(({ textContent }) => textContent);

describe('the history of a message', () => {
  it('shows what each edit removed and added, also as text, newest first', async () => {
    const dialog = await openHistory([
      version('Meet at ten'),
      version('Meet at noon', { prev_content: 'Meet at ten', user_id: 7 }),
      version('Do meet at noon', { prev_content: 'Meet at noon' }),
    ]);
    await expect.element(dialog.getByText(/^Sent by Grace/)).toBeVisible();
    expect(texts('del')).toEqual(['Removed: Meet ', 'Removed: ten']);
    expect(texts('ins')).toEqual(['Added: Do meet ', 'Added: noon']);
    expect(texts('.rendered')).toEqual(['Meet at ten']);
    const edits = dialog.getByRole('group', { name: 'Changes to the text' });
    expect(edits.elements()).toHaveLength(2);
    await expect.element(edits.first()).toHaveAttribute('tabindex', '0');
  });

  it('shows each move with its source and target, and no unchanged text', async () => {
    const dialog = await openHistory([
      version('Same'),
      version('Same', { prev_topic: 'fonts' }),
      version('Same', { prev_stream: 6, stream: 5 }),
      version('Same', { prev_topic: 'logo', topic: 'colours' }),
    ]);
    await expect.element(dialog.getByText(/^Sent by Grace/)).toBeVisible();
    expect(texts('dd').map((text) => text?.replace(/\s+/g, ' ').trim())).toEqual([
      'design › logo',
      'design › colours',
      'garden › logo',
      'design › logo',
      'garden › fonts',
      'garden › logo',
    ]);
    expect(texts('.rendered')).toEqual(['Same']);
    expect(texts('[role=group]')).toEqual([]);
  });
});
