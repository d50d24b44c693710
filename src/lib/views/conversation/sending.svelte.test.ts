import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import ConversationFrame from '../../../../tests/support/ui/ConversationFrame.svelte';
import { ApiError } from '../../api/errors';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const state = aState({
  user_id: 7,
  realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Grace' })],
  streams: [aChannel(5, { name: 'design' })],
  subscriptions: [aSubscription(5, { name: 'design' })],
});
const logo = { type: 'stream', to: [5], topic: 'logo' } as const;

async function setup(sendMessage: NonNullable<Answers['sendMessage']>) {
  const first = aMessage(1, { content: '<p>The first</p>', flags: ['read'] });
  const world = anAccount({
    answers: {
      getMessages: () => ({ messages: [first], found_oldest: true, found_newest: true }),
      sendMessage,
    },
    state: null,
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  world.register(state);
  world.connect('online');
  drafts.setConnection(true, true);
  onTestFinished(() => drafts.stop());
  await render(ConversationFrame, { account: world.account, drafts, conversation: logo });
  await expect.element(page.getByText('The first', { exact: true })).toBeVisible();
  await box().fill('Hello there');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const come = async () => {
    await expect.poll(() => world.calls('sendMessage')).toHaveLength(1);
    const [{ local_id } = {}] = world.calls('sendMessage') as { local_id?: string }[];
    const { flags: _flags, ...message } = aMessage(2, {
      sender_id: 7,
      content: '<p>Hello there</p>',
    });
    world.tell({ type: 'message', message, flags: ['read'], local_message_id: local_id });
  };
  const isAccepted = () => expect.poll(() => drafts.list).toEqual([]);
  return { ...world, come, isAccepted };
}

const box = () => page.getByRole('textbox', { name: 'Message' }).last();
const under = () => page.getByRole('article', { name: 'Sending message' });
const message = () => page.getByRole('article', { name: 'Hello there' });

describe('a sent message', () => {
  it('appears immediately, and once, whichever of event and reply comes first', async () => {
    const reply = Promise.withResolvers<object>();
    const { come, isAccepted } = await setup(() => reply.promise);
    await expect.element(under()).toHaveTextContent('Hello there');
    await expect.element(box()).toHaveValue('');
    await expect.element(box()).toHaveFocus();
    await come();
    await expect.element(message()).toBeVisible();
    await expect.element(under()).not.toBeInTheDocument();
    reply.resolve({ id: 2 });
    await isAccepted();
    await expect.element(under()).not.toBeInTheDocument();
    expect(message().elements()).toHaveLength(1);
  });

  it('stays visible between the reply and the event', async () => {
    const { come, isAccepted } = await setup(() => ({ id: 2 }));
    await isAccepted();
    await expect.element(under()).toHaveTextContent('Hello there');
    await come();
    await expect.element(message()).toBeVisible();
    await expect.element(under()).not.toBeInTheDocument();
  });

  it('doesn’t reappear as being sent after it is deleted', async () => {
    const { come, isAccepted, tell } = await setup(() => ({ id: 2 }));
    await isAccepted();
    await come();
    await expect.element(message()).toBeVisible();
    tell({ type: 'delete_message', message_ids: [2], message_type: 'stream' });
    await expect.element(message()).not.toBeInTheDocument();
    await expect.element(under()).not.toBeInTheDocument();
  });

  it('stays with the reason when it is refused, and can be changed or sent again', async () => {
    const send = vi.fn(() => {
      throw new ApiError('sendMessage', 400, 'BAD_REQUEST', 'Not on a Sunday.');
    });
    await setup(send);
    await expect.element(under()).toHaveTextContent('Not on a Sunday.');
    await under().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => send).toHaveBeenCalledTimes(2);
    await expect.element(under()).toHaveTextContent('Not on a Sunday.');
    await under().getByRole('button', { name: 'Edit' }).click();
    await expect.element(box()).toHaveValue('Hello there');
    await expect.element(under()).not.toBeInTheDocument();
  });
});
