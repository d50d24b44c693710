import { m } from '$lib/paraglide/messages';
import type { SettingName, UserSettings } from '../../api/settings-table';
import { useAccount, type Account } from '../../client/account.svelte';
import { useRooms } from '../../client/rooms.svelte';
import { useToasts } from '../../client/toasts';
import { updateSetting } from '../../client/update-setting';
import { Wishes } from '../../client/wishes.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { groupWords, settingWords } from './words';

/** Settings that a person has changed, until the server has them. One for each account. */
export class SettingEdits extends Wishes<SettingName, UserSettings[SettingName]> {
  constructor(account: Account, toasts: Toasts) {
    super({
      account,
      current: (name) => account.setting(name),
      write: (name, value) => updateSetting(account, name, value as never),
      saved: (name, before) => {
        const { group, label } = settingWords[name];
        toasts.show({
          key: `setting-${name}`,
          tone: 'success',
          text: m.settings_saved({ group: groupWords[group](), setting: label() }),
          ...(before !== undefined && {
            action: { label: m.settings_undo(), run: () => void this.save(name, before) },
          }),
        });
      },
    });
  }
}

/** The account's one; to be asked for while a component starts. */
export function useSettingEdits(): SettingEdits {
  const [account, toasts] = [useAccount(), useToasts()];
  return useRooms().one(SettingEdits, () => new SettingEdits(account, toasts));
}
