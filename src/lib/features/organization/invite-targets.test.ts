import { expect, it } from 'vitest';
import { aChannel, aState, aSubscription } from '../../../../tests/support/state';
import { invitableChannels, invitableGroups } from './invite-targets';
import { assignableRoles } from './assignable-roles';

const nobody = { direct_members: [], direct_subgroups: [] };
const me = { direct_members: [7], direct_subgroups: [] };
const group = (id: number, values: Record<string, unknown> = {}) => ({
  id,
  name: `group ${id}`,
  description: '',
  is_system_group: false,
  members: [],
  direct_subgroup_ids: [],
  can_add_members_group: nobody,
  can_manage_group: nobody,
  ...values,
});

function accountOf(role: 200 | 400, values: Record<string, unknown> = {}) {
  const state = { ...aState({ user_id: 7, role }), ...values };
  const channels = [
    aChannel(1, { name: 'default' }),
    aChannel(2, { name: 'mine to fill', can_add_subscribers_group: me } as object),
    aChannel(3, { name: 'not mine', can_add_subscribers_group: nobody } as object),
    aChannel(4, { name: 'private', invite_only: true }),
    aChannel(5, { name: 'gone', is_archived: true }),
  ];
  return {
    state,
    user_id: 7,
    user: () => undefined,
    subscriptions: new Map([[9, aSubscription(9)]]),
    channels: new Map(channels.map((one) => [one.stream_id, one])),
  };
}

const values = {
  realm_default_streams: [1],
  realm_can_add_subscribers_group: nobody,
  realm_can_manage_all_groups: nobody,
  realm_user_groups: [
    group(1, { can_add_members_group: me }),
    group(2),
    group(3, { is_system_group: true }),
    group(4, { deactivated: true, can_manage_group: me }),
  ],
};

it('offers only channels and groups the user can invite people to', () => {
  const account = accountOf(400, values);
  expect(invitableChannels(account).map(({ stream_id }) => stream_id)).toEqual([1, 2]);
  expect(invitableGroups(account).map(({ id }) => id)).toEqual([1]);
});

it('offers all if the server returns no permissions or grants all', () => {
  const older = accountOf(400, { realm_user_groups: [{ ...group(2), ...unset }] });
  older.channels = new Map([[3, aChannel(3)]]);
  expect(invitableChannels(older)).toHaveLength(1);
  expect(invitableGroups(older)).toHaveLength(1);
  expect(invitableChannels(accountOf(200, values)).map(({ stream_id }) => stream_id)).toEqual([
    1, 2, 3,
  ]);
});

const unset = { can_add_members_group: undefined, can_manage_group: undefined };

it('offers no role above the user’s own, and those above member only to administrators', () => {
  const values = (own: number) => assignableRoles(own).map(({ value }) => Number(value));
  expect(values(100)).toEqual([100, 200, 300, 400, 600]);
  expect(values(200)).toEqual([200, 300, 400, 600]);
  expect(values(300)).toEqual([400, 600]);
  expect(values(400)).toEqual([400, 600]);
});
