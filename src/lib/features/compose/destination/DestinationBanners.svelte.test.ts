import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../../tests/support/state';
import BoxFrame from '../../../../../tests/support/ui/BoxFrame.svelte';
import type { RegisterState } from '../../../api/register';
import '../../../../app.css';
import type { MessageRecipient } from '../../../writing/recipients/recipient';

const box = page.getByRole('textbox', { name: 'Message' });
const topic = page.getByRole('combobox', { name: 'Topic' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toTea: MessageRecipient = { type: 'stream', to: [5], topic: 'tea' };

/** `topics` are the topics with messages in channel 5. */
async function setup(
  recipient: MessageRecipient = toTea,
  topics: readonly string[] = ['tea'],
  more: Partial<RegisterState> = {},
) {
  const { account, tell } = anAccount({
    state: aState({
      user_id: 7,
      realm_users: [aPerson(7), aPerson(8, { full_name: 'Grace' }), aPerson(9)],
      streams: [aChannel(5, { name: 'kitchen' }), aChannel(6, { name: 'garden' })],
      subscriptions: [aSubscription(5, { name: 'kitchen' })],
      ...more,
    }),
    answers: {
      getMessages: ({ narrow: [, wanted] = [] }) => {
        const hasMessages =
          wanted && 'operand' in wanted && topics.includes(String(wanted.operand));
        return { messages: hasMessages ? [aMessage(1)] : [] };
      },
    },
  });
  await render(BoxFrame, { account, recipient, content: 'Hello' });
  await box.click();
  await expect.element(button('Bold')).toBeVisible();
  return tell;
}

const move = (more: object) => ({
  type: 'update_message',
  message_ids: [1],
  stream_id: 5,
  orig_subject: 'tea',
  propagate_mode: 'change_all',
  ...more,
});

describe('the destination of a box', () => {
  it('is reported as moved, and only the writer can change it', async () => {
    const tell = await setup();
    tell(move({ subject: 'coffee', new_stream_id: 6 }));
    await expect.element(page.getByText('This topic was moved to #garden › coffee.')).toBeVisible();
    await expect.element(topic).toHaveValue('tea');
    await button('Send to #garden › coffee').click();
    await expect.element(topic).toHaveValue('coffee');
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveValue('garden');
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveValue('Hello');
    await expect.element(page.getByText('This topic was moved')).not.toBeInTheDocument();
  });

  it('stays as it is on a click, until the topic moves again', async () => {
    const tell = await setup();
    tell(move({ subject: 'coffee' }));
    await button('Keep “tea”').click();
    await expect.element(page.getByText('This topic was moved')).not.toBeInTheDocument();
    await expect.element(topic).toHaveValue('tea');
    tell(move({ orig_subject: 'coffee', subject: 'water' }));
    await expect.element(page.getByText('moved to #kitchen › water')).toBeVisible();
  });

  it('is reported as resolved, whether that happens while the box is open or before', async () => {
    const tell = await setup();
    tell(move({ subject: '✔ tea' }));
    await expect
      .element(page.getByText('marked as resolved. It’s now called ✔ tea.'))
      .toBeVisible();
    tell(move({ orig_subject: '✔ tea', subject: 'tea' }));
    await expect.element(page.getByText('resolved')).not.toBeInTheDocument();
  });

  it('is looked up when the topic has no messages anymore', async () => {
    await setup(toTea, ['✔ tea']);
    await expect
      .element(page.getByText('marked as resolved. It’s now called ✔ tea.'))
      .toBeVisible();
    await button('Send to #kitchen › ✔ tea').click();
    await expect.element(topic).toHaveValue('✔ tea');
    await expect.element(page.getByText('resolved')).not.toBeInTheDocument();
  });

  it('reports that a channel was renamed, archived, or can’t be posted to', async () => {
    const tell = await setup();
    const update = (property: string, value: unknown) =>
      tell({ type: 'stream', op: 'update', stream_id: 5, property, value });
    update('name', 'bistro');
    await expect.element(page.getByText('#kitchen was renamed #bistro.')).toBeVisible();
    await button('OK').click();
    await expect.element(page.getByText('renamed #bistro')).not.toBeInTheDocument();
    update('is_archived', true);
    await expect.element(page.getByText('This channel is archived.')).toBeVisible();
    await button('Choose another channel').click();
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    update('is_archived', false);
    await expect.element(page.getByText('This channel is archived.')).not.toBeInTheDocument();
    update('can_send_message_group', { direct_members: [], direct_subgroups: [] });
    await expect
      .element(page.getByText('You don’t have permission to post in this channel.'))
      .toBeVisible();
  });

  it('drops deactivated people on a click', async () => {
    const tell = await setup({ type: 'private', to: [8, 9], topic: '' });
    tell({ type: 'realm_user', op: 'remove', person: { user_id: 8 } });
    await expect
      .element(page.getByText('Someone in this conversation has been deactivated.'))
      .toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Remove Grace' }).click();
    await expect.element(page.getByText('deactivated')).not.toBeInTheDocument();
    await expect.element(page.getByText('Person 9')).toBeVisible();
  });
});
