import { expect, it } from 'vitest';
import { aChannel, aState } from '../../../../tests/support/state';
import { realmChoicesOf, choiceToRealmValue, serverChoices } from './realm-choices';
import { realmSettingLabels } from './realm-setting-labels';

const channels = [
  aChannel(5, { name: 'design' }),
  aChannel(6, { name: 'garden', is_archived: true }),
  aChannel(7, { name: 'lunch', is_archived: true }),
];

it('offers archived channels only if they are chosen already', () => {
  const offered = realmChoicesOf(
    realmSettingLabels.new_stream_announcements_stream_id,
    6,
    channels,
  )?.map(({ value }) => value);
  expect(offered).toEqual(['-1', '5', '6']);
});

it('offers only private channels for reports', () => {
  const all = [...channels, aChannel(8, { name: 'board', invite_only: true })];
  const offered = realmChoicesOf(realmSettingLabels.moderation_request_channel_id, -1, all);
  expect(offered?.map(({ value }) => value)).toEqual(['-1', '8']);
});

/** As a 10.2 server returns them. */
const offeredChoices = {
  zulip_version: '10.2',
  zulip_feature_level: 372,
  giphy_rating_options: {
    disabled: { name: 'GIPHY integration disabled', id: 0 },
    y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
    g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
  },
};

it('offers the server’s own options, whose numbers differ from Inkwell’s', () => {
  const state = { ...aState(), ...offeredChoices };
  expect(serverChoices('giphy_rating', state)).toEqual([
    { value: '0', label: 'GIPHY integration disabled' },
    { value: '1', label: 'Allow GIFs rated Y (Very young audience)' },
    { value: '2', label: 'Allow GIFs rated G (General audience)' },
  ]);
  expect(choiceToRealmValue('giphy_rating', realmSettingLabels.giphy_rating, '2')).toBe(2);
  expect(serverChoices('video_chat_provider', state)).toBeUndefined();
  expect(
    serverChoices('giphy_rating', { ...aState(), giphy_rating_options: {} } as never),
  ).toBeUndefined();
});
