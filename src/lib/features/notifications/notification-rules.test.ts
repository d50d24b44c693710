import { describe, expect, it } from 'vitest';
import { aSubscription } from '../../../../tests/support/state';
import type { Subscription } from '../../api/channel';
import type { UserSettings } from '../../api/settings-table';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { decideNotification } from './message-notifier.svelte';

const all = { desktop: true, sound: true };
const none = { desktop: false, sound: false };
const dm: MessageRecipient = { type: 'private', to: [8], topic: '' };
const logo: MessageRecipient = { type: 'stream', to: [5], topic: 'logo' };

interface Given {
  at?: MessageRecipient;
  flags?: string[];
  sender?: number;
  settings?: Partial<UserSettings>;
  channel?: Partial<Subscription>;
  policy?: number;
}

const called = ({ at = logo, flags = [], sender = 8, settings = {}, channel, policy = 0 }: Given) =>
  decideNotification({ sender_id: sender }, flags, at, {
    own: 7,
    setting: (name) => settings[name],
    subscription: (id) => aSubscription(id, channel),
    policy: () => policy,
    isMutedPerson: (id) => id === 9,
  });

describe('a notification is triggered', () => {
  it.each<[string, Given, typeof all]>([
    ['by direct messages', { at: dm }, all],
    ['without a sound', { at: dm, settings: { enable_sounds: false } }, { ...all, sound: false }],
    [
      'by a sound alone',
      { at: dm, settings: { enable_desktop_notifications: false } },
      { ...all, desktop: false },
    ],
    ['not by oneself', { at: dm, sender: 7 }, none],
    ['not by somebody who muted', { at: dm, sender: 9 }, none],
    ['not by what is read', { at: dm, flags: ['read'] }, none],
    ['not by channels', {}, none],
    [
      'by channels, as wished',
      { settings: { enable_stream_desktop_notifications: true } },
      { desktop: true, sound: false },
    ],
    [
      'by the sound of channels, as set',
      { settings: { enable_stream_audible_notifications: true } },
      { desktop: false, sound: true },
    ],
    [
      'by one channel',
      { channel: { audible_notifications: true } },
      { desktop: false, sound: true },
    ],
    [
      'by all but one channel',
      {
        channel: { desktop_notifications: false },
        settings: { enable_stream_desktop_notifications: true },
      },
      none,
    ],
    ['by a mention', { flags: ['mentioned'] }, all],
    ['by a mention in a muted topic', { flags: ['mentioned'], policy: 1 }, all],
    ['by an alert word', { flags: ['has_alert_word'] }, all],
    [
      'not by an alert word in a muted channel',
      { flags: ['has_alert_word'], channel: { is_muted: true } },
      none,
    ],
    ['by all of a channel', { flags: ['stream_wildcard_mentioned'] }, all],
    [
      'not by all, as wished',
      { flags: ['stream_wildcard_mentioned'], settings: { wildcard_mentions_notify: false } },
      none,
    ],
    [
      'not by all in this channel',
      { flags: ['topic_wildcard_mentioned'], channel: { wildcard_mentions_notify: false } },
      none,
    ],
    [
      'by all in a followed topic',
      {
        flags: ['topic_wildcard_mentioned'],
        policy: 3,
        settings: { wildcard_mentions_notify: false },
      },
      all,
    ],
    [
      'not by all in a followed topic, as set',
      {
        flags: ['topic_wildcard_mentioned'],
        policy: 3,
        settings: {
          wildcard_mentions_notify: false,
          enable_followed_topic_wildcard_mentions_notify: false,
          enable_followed_topic_desktop_notifications: false,
          enable_followed_topic_audible_notifications: false,
        },
      },
      none,
    ],
    ['not by all in a muted topic', { flags: ['stream_wildcard_mentioned'], policy: 1 }, none],
    ['by followed topics', { policy: 3 }, all],
    ['by followed topics of muted channels', { policy: 3, channel: { is_muted: true } }, all],
    [
      'not by followed topics, as wished',
      {
        policy: 3,
        settings: {
          enable_followed_topic_desktop_notifications: false,
          enable_followed_topic_audible_notifications: false,
        },
      },
      none,
    ],
    [
      'by an unmuted topic of a muted channel',
      { policy: 2, channel: { is_muted: true, desktop_notifications: true } },
      { desktop: true, sound: false },
    ],
  ])('%s', (_who, given, expected) => {
    expect(called(given)).toEqual(expected);
  });
});
