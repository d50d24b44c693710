import { describe, expect, it } from 'vitest';
import { aChannel, aSubscription } from '../../../../tests/support/state';
import { defaultListOptions, parseListOptions } from './channel-list-options';
import { countFacets, filterChannels, type FacetContext } from './facets';

const channels = [
  aChannel(1, { name: 'one', stream_weekly_traffic: 60, subscriber_count: 200, folder_id: 3 }),
  aChannel(2, { name: 'two', stream_weekly_traffic: 60, invite_only: true, creator_id: 7 }),
  aChannel(3, { name: 'three', stream_weekly_traffic: 0, folder_id: null }),
  aChannel(4, { name: 'four', is_archived: true, stream_weekly_traffic: 60 }),
];
const standing: FacetContext = {
  user_id: 7,
  subscriptions: new Map([
    [1, aSubscription(1, { pin_to_top: true })],
    [4, aSubscription(4, { is_muted: true })],
  ]),
  canPost: ({ stream_id }) => stream_id !== 3,
  canAdminister: () => false,
  defaults: new Set([1]),
  readable: undefined,
  ofOwner: undefined,
};
const siftBy = (search: string) => filterChannels(channels, parseListOptions(search), standing);
const ids = (search: string) => siftBy(search).channels.map(({ stream_id }) => stream_id);

describe('channels', () => {
  it.each([
    ['', [1, 2, 3]],
    ['?show=subscribed', [1]],
    ['?show=archived', [4]],
    ['?traffic=busy', [1, 2]],
    ['?traffic=busy,quiet', [1, 2, 3]],
    ['?traffic=busy&privacy=private', [2]],
    ['?size=large', [1]],
    ['?folder=3', [1]],
    ['?folder=none', [3]],
    ['?is=outside', [2, 3]],
    ['?is=post,created', [2]],
    ['?is=default', [1]],
    ['?is=readable', []],
    ['?show=archived&is=muted', [4]],
  ])('are filtered by %j', (search, listed) => expect(ids(search)).toEqual(listed));

  it('are counted as if each further value were selected', () => {
    expect(siftBy('?privacy=private').shows).toEqual({ subscribed: 0, all: 1, archived: 0 });
    const { values, flags } = countFacets(channels, parseListOptions('?privacy=private'), standing);
    // Replaces the selected value of the same facet and combines with other facets.
    expect(Object.fromEntries(values.privacy)).toEqual({ public: 2, private: 1 });
    expect(Object.fromEntries(values.traffic)).toEqual({ busy: 1 });
    expect(flags).toMatchObject({ outside: 1, created: 1, post: 1, pinned: 0 });
    const { shows } = filterChannels(channels, defaultListOptions, standing);
    expect(shows).toEqual({ subscribed: 1, all: 3, archived: 1 });
  });
});
