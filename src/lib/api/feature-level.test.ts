import { describe, expect, it } from 'vitest';
import { getAuditLog } from './audit-log';
import { updateBot } from './bots';
import { updateStream } from './channels';
import { updateCustomProfileField, updateProfileData } from './profile-fields';
import { getMessages } from './read-messages';
import { updateRealm } from './realm';
import { createMessageReminder, getReminders } from './reminders';
import { createSavedSnippet } from './saved-snippets';
import { scheduledMessageSchema } from './scheduled-message';
import { createScheduledMessage, getScheduledMessageFailures } from './scheduled-messages';
import { sendMessage } from './messages';
import { sendSubmessage } from './widget-events';
import { hasOperation, hasParameter, paramsFor } from './feature-level';
import { canonicalTopic } from './topic';
import { updateUserGroup } from './user-groups';
import * as v from 'valibot';

const zulip = (zulip_feature_level: number) => ({ zulip_version: '9.0', zulip_feature_level });
const inkwell = { zulip_version: '11.0-dev-inkwell', zulip_feature_level: 420 };

describe('hasOperation', () => {
  it.each([
    ['one of ours, of another server', getScheduledMessageFailures, zulip(500), false],
    ['one of ours, of ours', getScheduledMessageFailures, inkwell, true],
    ['one of ours, of whom nobody knows yet', getScheduledMessageFailures, null, false],
    ['one that all have, though undocumented', sendSubmessage, zulip(247), true],
    ['settings of the organization, undocumented', updateRealm, zulip(247), true],
    ['fields of profiles, undocumented', updateCustomProfileField, zulip(372), true],
    ['what one tells of oneself, undocumented', updateProfileData, zulip(372), true],
    ['bots, undocumented', updateBot, zulip(372), true],
    ['what nobody has but Inkwell', getAuditLog, zulip(372), false],
    ['a younger one', getReminders, zulip(398), false],
    ['one as old as the server', getReminders, zulip(399), true],
    ['a younger one, of whom nobody knows yet', createSavedSnippet, null, false],
    ['one that the oldest has', sendMessage, null, true],
  ])('%s', (_name, operation, server, expected) => {
    expect(hasOperation(operation, server)).toBe(expected);
  });
});

describe('hasParameter', () => {
  it.each([
    ['a younger one', zulip(414), false],
    ['one as old as the server', zulip(415), true],
    ['one of whom nobody knows yet', null, false],
  ])('%s', (_name, server, expected) => {
    expect(hasParameter(createMessageReminder, 'note', server)).toBe(expected);
    expect(hasParameter(sendMessage, 'topic', server)).toBe(true);
  });
});

describe('parameters that newer servers no longer support', () => {
  it.each([
    [zulip(332), true],
    [zulip(333), false],
    [inkwell, false],
  ])('are only sent to older servers: %o', (server, isKnown) => {
    expect(hasParameter(updateStream, 'stream_post_policy', server)).toBe(isKnown);
    const params = paramsFor(updateStream, { stream_id: 5, stream_post_policy: 4 }, server);
    expect('stream_post_policy' in params).toBe(isKnown);
  });
});

describe('a permission', () => {
  const change = { new: 3, old: 4 };

  it('of a channel is sent as an id to older servers, and with its old value to newer ones', () => {
    const params = { stream_id: 5, can_remove_subscribers_group: change };
    const before = paramsFor(updateStream, params, zulip(319));
    expect(before).toEqual({ stream_id: 5, can_remove_subscribers_group: 3 });
    expect(paramsFor(updateStream, params, zulip(320))).toEqual(params);
  });

  it('of the organization or a group is sent as an id before level 260', () => {
    const params = { create_multiuse_invite_group: change };
    expect(paramsFor(updateRealm, params, zulip(247))).toEqual({ create_multiuse_invite_group: 3 });
    expect(paramsFor(updateRealm, params, zulip(260))).toEqual(params);
    const group = { user_group_id: 5, can_mention_group: change };
    expect(paramsFor(updateUserGroup, group, zulip(259)).can_mention_group).toBe(3);
    expect(paramsFor(updateUserGroup, group, zulip(372))).toEqual(group);
  });

  it('is not sent to servers that don’t support it', () => {
    const params = { stream_id: 5, can_send_message_group: change };
    expect(paramsFor(updateStream, params, zulip(332))).toEqual({ stream_id: 5 });
  });
});

describe('paramsFor', () => {
  const narrow = [
    { operator: 'channel', operand: 7 },
    { operator: 'topic', operand: '' },
  ];
  const params = { anchor: 'newest', narrow, allow_empty_topic_name: true };

  it('uses the older names in a narrow and omits parameters that the server doesn’t support yet', () => {
    expect(paramsFor(getMessages, params, zulip(247))).toEqual({
      anchor: 'newest',
      narrow: [
        { operator: 'stream', operand: 7 },
        { operator: 'topic', operand: '(no topic)' },
      ],
    });
  });

  it('changes nothing for a server that supports everything', () => {
    expect(paramsFor(getMessages, params, zulip(420))).toEqual(params);
  });

  it.each([
    [247, '', '(no topic)'],
    [247, ' ', '(no topic)'],
    [333, '', '(no topic)'],
    [334, '', ''],
    [247, 'plans', 'plans'],
  ])('at level %i sends a message with the topic %j to %j', (level, topic, expected) => {
    const message = { type: 'stream' as const, to: 7, topic, content: 'Hello' };
    expect(paramsFor(sendMessage, message, zulip(level))).toEqual({ ...message, topic: expected });
    const later = { ...message, scheduled_delivery_timestamp: 9 };
    expect(paramsFor(createScheduledMessage, later, zulip(level)).topic).toBe(expected);
  });

  it('adds no topic to direct messages', () => {
    const message = { type: 'direct' as const, to: [7], content: 'Hello' };
    expect(paramsFor(sendMessage, message, zulip(247))).toEqual(message);
  });
});

describe('topics', () => {
  it('are empty in replies where an older server sends a placeholder', () => {
    const row = {
      scheduled_message_id: 1,
      type: 'stream',
      to: 7,
      content: 'a',
      rendered_content: 'a',
      scheduled_delivery_timestamp: 9,
      failed: false,
    };
    expect(v.parse(scheduledMessageSchema, { ...row, topic: '(no topic)' }).topic).toBe('');
    expect(v.parse(scheduledMessageSchema, { ...row, topic: 'plans' }).topic).toBe('plans');
  });

  it('are the same if empty, in any spelling', () => {
    expect(['', ' ', '(no topic)', ' (no topic) '].map(canonicalTopic)).toEqual(['', '', '', '']);
    expect(canonicalTopic(' plans ')).toBe('plans');
  });
});
