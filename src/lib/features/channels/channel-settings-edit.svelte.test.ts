import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import type { ChannelDetails } from '../../api/channels';
import { NetworkFailure } from '../../api/errors';
import { ServerSubmission } from '../../client/submission/server-submission.svelte';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { ChannelFormDrafts } from './channel-form-drafts.svelte';
import { ChannelSettingsEdit } from './channel-settings-edit.svelte';

const channelOf = (stream_id: number, name: string): ChannelDetails => ({
  stream_id,
  name,
  description: '',
  date_created: 1,
  is_archived: false,
  invite_only: false,
  is_web_public: false,
  history_public_to_subscribers: true,
  message_retention_days: null,
  first_message_id: 1,
  creator_id: 7,
  rendered_description: '',
  stream_post_policy: 1,
});

/** `onServer`: the channel's name as the server has it now, before its event arrives. */
function setup(answers: (server: { name: string }) => Answers = () => ({})) {
  const server = { name: 'design' };
  const world = anAccount({
    state: aState({ user_id: 7 }),
    answers: {
      getStreamById: ({ stream_id }) => ({ stream: channelOf(stream_id, server.name) }),
      updateStream: ({ new_name = server.name }) => void (server.name = new_name),
      ...answers(server),
    },
  });
  const toasts = new ToastQueue();
  const told = vi.spyOn(toasts, 'show');
  const drafts = new ChannelFormDrafts(world.account.id);
  const submission = new ServerSubmission({ account: world.account, toasts });
  let shown = $state.raw(channelOf(5, 'design'));
  const onconflict = vi.fn();
  let edit!: ChannelSettingsEdit;
  const stop = $effect.root(() => {
    edit = new ChannelSettingsEdit({
      account: world.account,
      drafts,
      submission,
      onconflict,
      channel: () => shown,
      isDefault: () => false,
      reread: () => {
        if (shown.stream_id === 5) shown = channelOf(5, server.name);
        return Promise.resolve();
      },
    });
  });
  onTestFinished(stop);
  onTestFinished(() => submission.leave());
  flushSync();
  return {
    edit,
    drafts,
    server,
    submission,
    onconflict,
    calls: () => world.calls('updateStream'),
    told: () => told.mock.calls.length,
    type: (name: string) => drafts.change(shown.stream_id, { name }, edit.before),
    show: (channel: ChannelDetails) => {
      shown = channel;
      flushSync();
    },
  };
}

it('saves, tells it and forgets the edit', async () => {
  const { edit, drafts, calls, told, type } = setup();
  type('shapes');
  await edit.save();
  expect(calls()).toEqual([{ stream_id: 5, new_name: 'shapes' }]);
  expect(told()).toBe(1);
  expect(drafts.has(5)).toBe(false);
});

it('keeps what is typed while it saves', async () => {
  const { edit, drafts, type } = setup();
  type('shapes');
  const saving = edit.save();
  type('shapes and colors');
  await saving;
  expect(drafts.of(5)).toEqual({
    values: { name: 'shapes and colors' },
    base: { name: 'shapes' },
  });
  expect(edit.conflicts).toEqual([]);
});

it('stops for a change whose event has not arrived, and asks once it shows', async () => {
  const { edit, drafts, server, calls, onconflict, type } = setup();
  type('shapes');
  server.name = 'colors';
  await edit.save();
  flushSync();
  await expect.poll(() => onconflict.mock.calls.length).toBe(1);
  expect(calls()).toEqual([]);
  expect(edit.conflicts).toEqual(['name']);
  expect(drafts.of(5).values).toEqual({ name: 'shapes' });
  expect(edit.problem).toBe('');
});

it('restores what someone else overwrites in the same moment', async () => {
  const { edit, drafts, show, type } = setup();
  type('shapes');
  await edit.save();
  flushSync();
  show(channelOf(5, 'colors'));
  expect(drafts.of(5).values).toEqual({ name: 'shapes' });
});

it('is saved once the change shows, if no reply came', async () => {
  const { edit, drafts, show, submission, told, type } = setup(() => ({
    updateStream: () => {
      throw new NetworkFailure('updateStream', 'timeout');
    },
  }));
  type('shapes');
  await edit.save();
  expect(submission.isUncertain).toBe(true);
  expect(drafts.has(5)).toBe(true);
  show(channelOf(5, 'shapes'));
  expect(told()).toBe(1);
  expect(drafts.has(5)).toBe(false);
  expect(edit.problem).toBe('');
});

it('leaves the edits of another channel alone that is shown by the time of the reply', async () => {
  const { edit, drafts, show, type } = setup();
  type('shapes');
  const saving = edit.save();
  show(channelOf(6, 'sales'));
  type('shop');
  await saving;
  flushSync();
  expect(drafts.has(5)).toBe(false);
  expect(drafts.of(6).values).toEqual({ name: 'shop' });
});
