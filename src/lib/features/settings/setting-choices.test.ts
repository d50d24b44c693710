import { expect, it } from 'vitest';
import { parseInput } from '../../ui/form/parse-input';
import { aState } from '../../../../tests/support/state';
import { settingChoicesOf, settingSchemaOf } from './setting-choices';

/** The first of 30 names that a server of release 10.2 tells. */
const sounds = ['ascend', 'beep_boop', 'bink'];
const zulip = aState({
  ...{ zulip_version: '10.2', zulip_feature_level: 372 },
  user_settings: { available_notification_sounds: sounds },
});
const rows = (state: typeof zulip, value: string) =>
  settingChoicesOf('notification_sound', value, state, { none: () => 'None' })?.map(
    ({ value, label }) => [value, label],
  );

it('offers the sounds of the server, and the one that is set', () => {
  const offered = [
    ['none', 'None'],
    ['ascend', 'Ascend'],
    ['beep_boop', 'Beep boop'],
    ['bink', 'Bink'],
  ];
  expect(rows(zulip, 'bink')).toEqual(offered);
  expect(rows(zulip, 'swish')).toEqual([...offered, ['swish', 'Swish']]);
});

it('leaves our own to their own words, and a server that tells none to what is known', () => {
  const own = aState({ user_settings: { available_notification_sounds: ['bell'] } });
  expect(rows(own, 'bell')).toBeUndefined();
  expect(rows({ ...zulip, user_settings: {} }, 'swish')).toBeUndefined();
});

it('offers the emoji sets of the server', () => {
  const emojiset_choices = [{ key: 'google-blob', text: 'Google blobs' }];
  const state = { ...zulip, user_settings: { emojiset_choices } };
  expect(settingChoicesOf('emojiset', 'google-blob', state)).toEqual([
    { value: 'google-blob', label: 'Google blobs' },
  ]);
});

it.each([
  ['web_font_size_px', '17', undefined],
  ['web_font_size_px', '-5', /10.*32/],
  ['web_line_height_percent', '60', /100.*280/],
  ['email_notifications_batching_period_seconds', '90', undefined],
] as const)('%s may be %s: %s', (name, typed, problem) => {
  const told = parseInput(settingSchemaOf(name), typed).problem;
  if (problem) expect(told).toMatch(problem);
  else expect(told).toBeUndefined();
});
