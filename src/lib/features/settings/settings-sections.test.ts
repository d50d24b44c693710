import { describe, expect, it } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { settingNames, settingsTable } from '../../api/settings-table';
import {
  findSettingsSections,
  findSettings,
  settingGroupsOf,
  settingsSections,
  type SettingsPageSection,
} from './settings-sections';

const every = {
  state: aState(),
  setting: <K>(name: K) => settingsTable[name as 'enable_sounds'].default as never,
};

describe('settings sections', () => {
  it('show every setting of the table once', () => {
    const shown = (Object.keys(settingsSections) as SettingsPageSection[])
      .flatMap((section) => settingGroupsOf(section, every))
      .flatMap(({ names }) => names);
    expect([...shown].sort()).toEqual([...settingNames].sort());
  });

  it('leave out what the server lacks', () => {
    const aged = { ...every, state: aState({ zulip_feature_level: 300 }) };
    const shown = settingGroupsOf('preferences', aged).flatMap(({ names }) => names);
    expect(shown).toContain('twenty_four_hour_time');
    expect(shown).not.toContain('hide_ai_features');
    expect(settingGroupsOf('privacy', { ...every, setting: () => undefined })).toEqual([]);
  });

  it('are found by their titles if the server supports them', () => {
    expect(findSettingsSections('alert', every.state)).toEqual(['alert-words']);
    expect(findSettingsSections('', every.state)).toEqual(Object.keys(settingsSections));
    // All sections are listed before the server has answered, so that nothing moves when it does.
    expect(findSettingsSections('', null)).toEqual(Object.keys(settingsSections));
    expect(findSettingsSections('', aState({ zulip_feature_level: 300 }))).not.toContain('views');
  });

  it('are searched by labels, options and names', () => {
    expect(findSettings('harp', every)).toEqual(['notification_sound']);
    expect(findSettings('twenty_four', every)).toEqual(['twenty_four_hour_time']);
    expect(findSettings('who email', every)).toContain('email_address_visibility');
    expect(findSettings('nothing of the kind', every)).toEqual([]);
  });
});
