import { expect, it } from 'vitest';
import { parseInput } from '../../ui/form/parse-input';
import { aState } from '../../../../tests/support/state';
import { settingChoicesOf, settingSchemaOf } from './setting-choices';

/** The first of 30 names that a 10.2 server returns. */
const sounds = ['ascend', 'beep_boop', 'bink'];
const zulip = aState({
  zulip_version: '10.2',
  zulip_feature_level: 372,
  user_settings: { available_notification_sounds: sounds },
});
const rows = (state: typeof zulip, value: string) =>
  settingChoicesOf('notification_sound', value, state, { none: () => 'None' })?.map(
    ({ value, label }) => [value, label],
  );

it('offers the server’s sounds and the current one', () => {
  const offered = [
    ['none', 'None'],
    ['ascend', 'Ascend'],
    ['beep_boop', 'Beep boop'],
    ['bink', 'Bink'],
  ];
  expect(rows(zulip, 'bink')).toEqual(offered);
  expect(rows(zulip, 'swish')).toEqual([...offered, ['swish', 'Swish']]);
});

it('keeps Inkwell’s own labels, and the known sounds if a server lists none', () => {
  const own = aState({ user_settings: { available_notification_sounds: ['bell'] } });
  expect(rows(own, 'bell')).toBeUndefined();
  expect(rows({ ...zulip, user_settings: {} }, 'swish')).toBeUndefined();
});

it('offers the server’s emoji sets', () => {
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
] as const)('validates %s = %s with the problem %s', (name, typed, problem) => {
  const inputProblem = parseInput(settingSchemaOf(name), typed).problem;
  if (problem) expect(inputProblem).toMatch(problem);
  else expect(inputProblem).toBeUndefined();
});
