import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import type { RegisterState } from '../../api/register';
import { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { LiveUnread } from '../../writing/unread/live-unread.svelte';
import { BrowserNotifications } from './browser-notifications.svelte';
import { MessageNotifier } from './message-notifier.svelte';
import type { DeviceNotificationOptions, NotificationRuns } from './show-notification';

const people = (...ids: number[]) =>
  ids.map((id) => ({ id, email: '', full_name: `Person ${id}`, is_mirror_dummy: false }));
const dm = (id: number, content = `Hello ${id}`) =>
  aMessage(id, {
    type: 'private',
    display_recipient: people(7, 8),
    sender_id: 8,
    subject: '',
    stream_id: undefined,
    content: `<p>${content}</p>`,
    flags: [],
  });
const inTopic = (id: number) =>
  aMessage(id, { stream_id: 5, subject: 'logo', sender_id: 8, content: '<p>Look</p>', flags: [] });

function setup({ now = '12:00', more = {} }: { now?: string; more?: Partial<RegisterState> } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.setSystemTime(new Date(`2026-11-23T${now}:00`));
  const world = anAccount({
    state: aState({
      user_id: 7,
      realm_users: [aPerson(7, { full_name: 'Ada' }), aPerson(8, { full_name: 'Ana' })],
      streams: [aChannel(5, { name: 'design' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      unread_msgs: { pms: [], huddles: [], streams: [], mentions: [] },
      ...more,
    }),
  });
  const shown = new Map<string, DeviceNotificationOptions & { title: string } & NotificationRuns>();
  const show = vi.fn(
    (title: string, options: DeviceNotificationOptions, runs: NotificationRuns) => {
      shown.set(options.tag, { title, ...options, ...runs });
      return { close: () => void shown.delete(options.tag) };
    },
  );
  const ports = { play: vi.fn(), open: vi.fn(), markRead: vi.fn(), offerPermission: vi.fn() };
  const looked = new Set<string>();
  const tabs = {
    isLeader: true,
    isVisibleInAnyTab: (key: string) => looked.has(key),
    stop: () => undefined,
  };
  let device!: BrowserNotifications;
  const permission = vi.fn((): NotificationPermission => 'granted');
  onTestFinished(
    $effect.root(() => {
      device = new BrowserNotifications(world.account.id);
      Object.defineProperty(device, 'permission', { get: permission });
      const unread = new LiveUnread(world.account, new ReadMarks(world.account));
      new MessageNotifier({ account: world.account, unread, device, tabs, show, ...ports });
    }),
  );
  flushSync();
  const tell = (event: Parameters<typeof world.tell>[0]) => {
    world.tell(event);
    flushSync();
  };
  const send = (message: ReturnType<typeof dm>, ...flags: string[]) =>
    tell({ type: 'message', message, flags });
  const read = (...messages: number[]) =>
    tell({ type: 'update_message_flags', op: 'add', flag: 'read', all: false, messages });
  const words = () => [...shown.values()].map(({ title, body }) => `${title}: ${body}`);
  return {
    ...world,
    ...ports,
    send,
    read,
    tell,
    show,
    shown,
    words,
    tabs,
    looked,
    device,
    permission,
  };
}

afterEach(() => void vi.useRealTimers());

describe('notifications', () => {
  it('appear once per conversation and close when it is read on any device', () => {
    const { send, read, words, play } = setup();
    for (const id of [1, 2, 3, 4]) send(dm(id));
    send(inTopic(5), 'mentioned');
    expect(words()).toEqual(['Ana: Hello 4 (+3)', 'Ana in #design › logo: Look']);
    expect(play).toHaveBeenCalledTimes(5);
    read(1, 2, 3);
    expect(words()).toHaveLength(2);
    read(4);
    expect(words()).toEqual(['Ana in #design › logo: Look']);
  });

  it('don’t alert again for an edit, but show the new text', () => {
    const { send, tell, words, show, play } = setup();
    send(dm(1));
    const edit = { type: 'update_message', message_id: 1, message_ids: [1], flags: ['mentioned'] };
    tell({ ...edit, content: 'Bye', rendered_content: '<p>Bye</p>', edit_timestamp: 9 });
    expect(words()).toEqual(['Ana: Bye']);
    expect(show.mock.calls.map(([, { silent }]) => silent)).toEqual([false, true]);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('close when the message is deleted', () => {
    const { send, tell, words } = setup();
    send(dm(1));
    tell({ type: 'delete_message', message_ids: [1], message_type: 'private' });
    expect(words()).toEqual([]);
  });

  it('open the conversation at the first unread message, or mark it as read', () => {
    const { send, shown, open, markRead } = setup();
    send(dm(1));
    send(dm(2));
    for (const { open: run } of shown.values()) run();
    expect(open).toHaveBeenCalledExactlyOnceWith('/conversation?dm=8&near=1');
    for (const { read } of shown.values()) read?.();
    expect(markRead).toHaveBeenCalledExactlyOnceWith([1, 2]);
  });

  it('appear only for conversations not visible in any tab, and from one tab only', () => {
    const { send, show, looked, tabs, play } = setup();
    looked.add('dm 8');
    send(dm(1));
    looked.clear();
    tabs.isLeader = false;
    send(dm(2));
    expect(show).not.toHaveBeenCalled();
    expect(play).not.toHaveBeenCalled();
  });

  it('hide the text of direct messages if the user chose so', () => {
    const user_settings = { ...aState().user_settings, pm_content_in_desktop_notifications: false };
    const { send, words } = setup({ more: { user_settings } });
    send(dm(1));
    send(inTopic(2), 'mentioned');
    expect(words()).toEqual(['Ana: New message', 'Ana in #design › logo: Look']);
  });

  it('ask for permission only once there is something to notify about', () => {
    const { send, show, offerPermission, permission } = setup();
    permission.mockReturnValue('default');
    expect(offerPermission).not.toHaveBeenCalled();
    send(inTopic(1));
    expect(offerPermission).not.toHaveBeenCalled();
    send(dm(2));
    expect(offerPermission).toHaveBeenCalledOnce();
    expect(show).not.toHaveBeenCalled();
  });
});

describe('quiet hours', () => {
  it('hold notifications back and show one summary afterward of what is still unread', async () => {
    const { send, read, show, play, words, device } = setup({ now: '22:00' });
    device.quiet = { isOn: true, from: 19 * 60, to: 8 * 60 };
    flushSync();
    for (let id = 1; id <= 500; id += 1) send(dm(id));
    send(inTopic(501), 'mentioned');
    read(...Array.from({ length: 300 }, (_, at) => at + 1));
    expect(show).not.toHaveBeenCalled();
    expect(play).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(9 * 3_600_000);
    expect(show).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(show).toHaveBeenCalledOnce();
    expect(words()).toEqual([
      '201 messages while notifications were paused: Ana (200)\n#design › logo (1)',
    ]);
    read(...Array.from({ length: 501 }, (_, at) => at + 1));
    expect(words()).toEqual([]);
  });

  it('can be a pause until a chosen time', async () => {
    const { send, show, words, device } = setup();
    device.pausedUntil = Date.now() + 3_600_000;
    flushSync();
    send(dm(1));
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(show).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(words()).toEqual(['1 message while notifications were paused: Ana (1)']);
    send(dm(2));
    expect(show).toHaveBeenCalledTimes(2);
  });

  it('show no summary if everything was read', async () => {
    const { send, read, show, device } = setup({ now: '22:00' });
    device.quiet = { isOn: true, from: 19 * 60, to: 8 * 60 };
    flushSync();
    send(dm(1));
    read(1);
    await vi.advanceTimersByTimeAsync(12 * 3_600_000);
    expect(show).not.toHaveBeenCalled();
  });
});
