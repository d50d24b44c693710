import { describe, expect, it } from 'vitest';
import { aState } from '../../../../tests/support/state';
import {
  settingNames,
  settingsTable,
  type SettingEntry,
  type SettingName,
} from '../../api/settings-table';
import {
  findSettingsSections,
  findSettings,
  settingsLayoutOf,
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
      .map((section) => settingsLayoutOf(section, every))
      .flatMap(({ groups, matrix, others }) => [
        ...matrix,
        ...[...groups, ...others].flatMap(({ names }) => names),
      ]);
    expect([...shown].sort()).toEqual([...settingNames].sort());
  });

  it('leave out what the server lacks', () => {
    const aged = { ...every, state: aState({ zulip_feature_level: 300 }) };
    const { groups, others } = settingsLayoutOf('preferences', aged);
    const shown = [...groups, ...others].flatMap(({ names }) => names);
    expect(shown).toContain('twenty_four_hour_time');
    expect(shown).not.toContain('hide_ai_features');
    expect(settingsLayoutOf('privacy', { ...every, setting: () => undefined })).toEqual({
      groups: [],
      matrix: [],
      others: [],
    });
  });

  it('offer email and mobile notifications only if the server sends them', () => {
    const columns = (state: Parameters<typeof aState>[0]) => {
      const { matrix, others } = settingsLayoutOf('notifications', {
        ...every,
        state: aState(state),
      });
      const shown = (names: readonly SettingName[]) =>
        new Set(names.map((name) => (settingsTable[name] as SettingEntry).column));
      return [shown(matrix), shown(others.flatMap(({ names }) => names))];
    };
    const [ours, foldedOurs] = columns({
      zulip_version: '12.0-inkwell',
      realm_push_notifications_enabled: false,
    } as object);
    expect(ours).toEqual(new Set(['desktop', 'sound', 'all']));
    expect(foldedOurs).toEqual(new Set(['phone', 'email', undefined]));
    const [theirs] = columns({
      zulip_version: '10.2',
      realm_push_notifications_enabled: true,
    } as object);
    expect(theirs).toEqual(new Set(['desktop', 'sound', 'phone', 'email', 'all']));
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
