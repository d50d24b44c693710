import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountWithKey } from '$lib/server/service/service';
import { gatewayNames, type Ask, type Params } from '../../../../../tests/support/both-gateways';
import { addChannelWorld, type ChannelWorld } from '../../../../../tests/support/channel-world';
import { withService } from '../../../../../tests/support/with-service';

/**
 * Group-setting values in replies, in each of the three places that have them. The values a
 * parameter accepts are tested in `create-channel`, `update-channel` and `create-user-group`.
 */

const t = withService();
let world: ChannelWorld;
beforeAll(async () => {
  world = await addChannelWorld(t);
});

interface Place {
  /** Sets the permission, and reads it back. */
  set(ask: Ask, value: unknown): Promise<unknown>;
  read(ask: Ask, id: unknown): Promise<unknown>;
}

let counter = 0;
const name = () => `place ${++counter}`;
const byId = (list: unknown, key: string, id: unknown) =>
  (list as Params[]).find((one) => one[key] === id);

const addChannel: Place['set'] = async (ask, can_subscribe_group) => {
  const given = { name: name(), subscribers: [], can_subscribe_group };
  return (await ask('POST', '/channels/create', given)).body['id'];
};
const addGroup: Place['set'] = async (ask, can_join_group) => {
  const given = { name: name(), description: '', members: [], can_join_group };
  return (await ask('POST', '/user_groups/create', given)).body['group_id'];
};

const places: readonly [what: string, place: Place][] = [
  [
    'a channel',
    {
      set: addChannel,
      async read(ask, id) {
        const { body } = await ask('GET', '/streams');
        return byId(body['streams'], 'stream_id', id)?.['can_subscribe_group'];
      },
    },
  ],
  [
    'a channel in the first state',
    {
      set: addChannel,
      async read(ask, id) {
        const { body } = await ask('POST', '/register', { fetch_event_types: ['stream'] });
        return byId(body['streams'], 'stream_id', id)?.['can_subscribe_group'];
      },
    },
  ],
  [
    'a user group',
    {
      set: addGroup,
      async read(ask, id) {
        const { body } = await ask('GET', '/user_groups');
        return byId(body['user_groups'], 'id', id)?.['can_join_group'];
      },
    },
  ],
  [
    'a user group in the first state',
    {
      set: addGroup,
      async read(ask, id) {
        const { body } = await ask('POST', '/register', {
          fetch_event_types: ['realm_user_groups'],
        });
        return byId(body['realm_user_groups'], 'id', id)?.['can_join_group'];
      },
    },
  ],
  [
    'the organization',
    {
      async set(ask, value) {
        const reply = await ask('PATCH', '/realm', { can_invite_users_group: { new: value } });
        expect(reply.body).toEqual({ result: 'success', msg: '' });
      },
      async read(ask) {
        const { body } = await ask('POST', '/register', { fetch_event_types: ['realm'] });
        return body['realm_can_invite_users_group'];
      },
    },
  ],
];

const value = (direct_members: number[], direct_subgroups: number[] = []) => ({
  direct_members,
  direct_subgroups,
});

describe.each(gatewayNames)('a group-setting value through the %s', (gateway) => {
  let ask: Ask;
  let people: AccountWithKey[];
  beforeEach(async () => {
    ask = world.gateways.owner[gateway];
    people = [await t.addUser(), await t.addUser()];
  });
  const ids = () => people.map(({ user_id }) => user_id);

  it.each(places)('in %s is an integer for a named group', async (_what, place) => {
    const { moderators } = world.groups;
    for (const given of [moderators, value([], [moderators!])]) {
      const id = await place.set(ask, given);
      expect(await place.read(ask, id)).toBe(moderators);
    }
  });

  it.each(places)('in %s is an object of people and groups, sorted', async (_what, place) => {
    const { moderators, administrators } = world.groups;
    const groups = [moderators!, administrators!];
    const id = await place.set(ask, value(ids().toReversed(), groups));
    expect(await place.read(ask, id)).toEqual(
      value(
        ids(),
        groups.toSorted((a, b) => a - b),
      ),
    );
  });

  it.each(places)('in %s can be nobody', async (_what, place) => {
    const id = await place.set(ask, value([]));
    expect([world.groups['nobody'], value([])]).toContainEqual(await place.read(ask, id));
  });

  it.each(places)('in %s leaves out deactivated people', async (_what, place) => {
    const id = await place.set(ask, value(ids()));
    expect(await place.read(ask, id)).toEqual(value(ids()));
    const [leaving, staying] = ids();
    expect((await ask('DELETE', `/users/${leaving!}`)).status).toBe(200);
    expect(await place.read(ask, id)).toEqual(value([staying!]));
  });
});
