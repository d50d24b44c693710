import { describe, expect, it } from 'vitest';
import { aChannel, aPerson, aState, aSubscription } from '../../../../../tests/support/state';
import type { RegisterState } from '../../../api/register';
import type { Channel } from '../../../api/channel';
import type { User } from '../../../api/user';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { createPreflight } from './preflight';

const nobody = { direct_members: [], direct_subgroups: [] };
const onlyMe = { direct_members: [7], direct_subgroups: [] };

interface Around {
  readonly channel?: Partial<Channel>;
  readonly grace?: Partial<User>;
  readonly state?: Partial<RegisterState>;
}

function check(body: Partial<AddressedText>, { channel, grace, state }: Around = {}) {
  const known = aChannel(5, { can_send_message_group: onlyMe, subscriber_count: 16, ...channel });
  const around = {
    user_id: 7,
    state: aState({ max_message_length: 20, ...state }),
    users: new Map([
      [7, aPerson(7)],
      [8, aPerson(8, grace)],
    ]),
    channels: new Map([[5, known]]),
    subscriptions: new Map([[5, aSubscription(5)]]),
  };
  const whole = { type: 'stream' as const, to: [5], topic: 'logo', content: 'Hello', ...body };
  return createPreflight(around)(whole);
}

const direct = { type: 'private', to: [8], topic: '' } as const;

describe('createPreflight', () => {
  it('allows what the server would accept', () => {
    expect(check({})).toBeNull();
    expect(check(direct)).toBeNull();
  });

  it.each([
    ['channel_archived', {}, { channel: { is_archived: true } }],
    ['channel_not_postable', {}, { channel: { can_send_message_group: nobody } }],
    ['channel_gone', { to: [6] }, {}],
    ['topic_missing', { topic: '' }, { state: { realm_mandatory_topics: true } }],
    ['topic_unwanted', {}, { channel: { topics_policy: 'empty_topic_only' } }],
    ['person_gone', direct, { grace: { is_active: false } }],
    ['person_gone', { ...direct, to: [9] }, {}],
    ['blank', { content: ' \n' }, {}],
    ['too_long', { content: 'x'.repeat(21) }, {}],
    ['direct_messages', direct, { state: { realm_direct_message_permission_group: nobody } }],
  ] as [string, Partial<AddressedText>, Around][])('reports %s', (problem, body, around) => {
    expect(check(body, around)).toBe(problem);
  });

  describe('for channel-wide mentions', () => {
    const everyone = { content: 'Hi @**all**' };
    const forbidden = { state: { realm_can_mention_many_users_group: nobody } };

    it('requires permission only in a large channel', () => {
      expect(check(everyone, forbidden)).toBe('wildcard');
      expect(check(everyone, { ...forbidden, channel: { subscriber_count: 15 } })).toBeNull();
      expect(check(everyone, { state: { realm_can_mention_many_users_group: onlyMe } })).toBeNull();
      expect(check({ ...everyone, ...direct }, forbidden)).toBeNull();
    });

    it('ignores silent mentions and code', () => {
      expect(check({ content: 'Hi @_**all**' }, forbidden)).toBeNull();
      expect(check({ content: '`@**all**`' }, forbidden)).toBeNull();
    });

    it('reports nothing if the server doesn’t send the permission', () => {
      expect(check(everyone)).toBeNull();
    });
  });

  it('understands the number of a server that sends no group', () => {
    expect(check(direct, { state: { realm_private_message_policy: 2 } as object })).toBe(
      'direct_messages',
    );
    expect(check(direct, { state: { realm_private_message_policy: 1 } as object })).toBeNull();
  });

  it('allows direct messages if one of the people has permission', () => {
    const state = { realm_direct_message_permission_group: onlyMe };
    expect(check(direct, { state })).toBeNull();
  });

  it('allows a note to self and messages to a bot regardless of the permission', () => {
    const state = { realm_direct_message_permission_group: nobody };
    expect(check({ ...direct, to: [7] }, { state })).toBeNull();
    expect(check(direct, { state, grace: { is_bot: true } })).toBeNull();
  });
});
