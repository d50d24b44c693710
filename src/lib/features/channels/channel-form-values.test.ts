import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors';
import {
  channelUpdateParams,
  newChannelParamsOf,
  emptyChannelForm,
  fieldRefusedBy,
  channelFormValuesOf,
} from './channel-form-values';

const details = {
  stream_id: 5,
  name: 'design',
  description: 'Shapes',
  rendered_description: '',
  invite_only: true,
  is_web_public: false,
  history_public_to_subscribers: false,
  date_created: 1,
  first_message_id: null,
  message_retention_days: 30,
  folder_id: 2,
  topics_policy: 'inherit' as const,
  can_send_message_group: 11,
};

describe('the channel form', () => {
  it('sends only non-default values of a new channel', () => {
    expect(newChannelParamsOf({ ...emptyChannelForm, name: ' design ' })).toEqual({
      name: 'design',
    });
    const values = {
      ...emptyChannelForm,
      name: 'design',
      description: 'Shapes',
      privacy: 'private' as const,
      history_public_to_subscribers: false,
      folder_id: 2,
      retention: 'days' as const,
      days: '30',
      topics_policy: 'empty_topic_only' as const,
      can_send_message_group: 11,
    };
    expect(newChannelParamsOf(values)).toEqual({
      name: 'design',
      description: 'Shapes',
      invite_only: true,
      folder_id: 2,
      history_public_to_subscribers: false,
      message_retention_days: 30,
      topics_policy: 'empty_topic_only',
      can_send_message_group: 11,
    });
  });

  it('is filled with the channel’s values, and then has no changes', () => {
    const values = channelFormValuesOf(details, false);
    expect(values).toMatchObject({ privacy: 'private', retention: 'days', days: '30' });
    expect(channelFormValuesOf({ ...details, message_retention_days: -1 }, false).retention).toBe(
      'unlimited',
    );
    expect(channelUpdateParams(values, { ...values })).toEqual({});
  });

  it('sends only what has changed, and permissions with their old value', () => {
    const before = channelFormValuesOf(details, false);
    const permission = { direct_members: [7], direct_subgroups: [] };
    expect(
      channelUpdateParams(before, {
        ...before,
        name: 'shapes',
        can_send_message_group: permission,
      }),
    ).toEqual({ new_name: 'shapes', can_send_message_group: { new: permission, old: 11 } });
    const open = { ...before, privacy: 'public' as const, retention: 'realm_default' as const };
    expect(channelUpdateParams(before, { ...open, folder_id: null })).toEqual({
      is_private: false,
      is_web_public: false,
      folder_id: null,
      message_retention_days: 'realm_default',
    });
  });
});

describe('a refusal by the server', () => {
  const refused = (code: string, message: string, fields = {}) =>
    new ApiError('updateStream', 400, code, message, fields);

  it.each([
    [refused('CHANNEL_ALREADY_EXISTS', 'Taken'), { name: 'x', folder_id: 1 }, 'name'],
    [refused('BAD_REQUEST', 'No such folder'), { folder_id: 1, subscribers: [] }, 'folder_id'],
    [refused('BAD_REQUEST', 'No'), { is_private: true, is_web_public: false }, 'privacy'],
    [
      refused('BAD_REQUEST', 'Wrong', { var_name: 'message_retention_days' }),
      { new_name: 'x', message_retention_days: 1 },
      'retention',
    ],
    [
      refused('EXPECTATION_MISMATCH', 'Changed'),
      { new_name: 'x', can_subscribe_group: {} },
      'can_subscribe_group',
    ],
    [refused('BAD_REQUEST', 'No'), { new_name: 'x', folder_id: 1 }, undefined],
    [new Error('off line'), { new_name: 'x' }, undefined],
  ])('is shown at its field: %s', (failure, sent, field) => {
    expect(fieldRefusedBy(failure, sent)).toBe(field);
  });
});
