import { m } from '$lib/paraglide/messages';
import type { SettingName, UserSettings } from '../../api/settings-table';
import type { Account } from '../../client/account/account.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { updateSetting } from '../../client/account/update-setting';
import { PendingEdits } from '../../client/account/pending-edits.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { settingGroupLabels, settingLabels } from './setting-labels';

/** Settings the user has changed, until the server has saved them. One instance per account. */
export class SettingEdits extends PendingEdits<SettingName, UserSettings[SettingName]> {
  constructor(account: Account, toasts: ToastQueue) {
    super({
      account,
      kind: 'setting',
      current: (name) => account.setting(name),
      write: (name, value) => updateSetting(account, name, value as never),
      saved: (name, undo) => {
        const { group, label } = settingLabels[name];
        toasts.show({
          key: `setting-${name}`,
          tone: 'success',
          text: m.settings_saved({ group: settingGroupLabels[group](), setting: label() }),
          undo,
        });
      },
    });
  }
}

export const useSettingEdits = accountStore(
  ({ account, toasts }) => new SettingEdits(account, toasts),
);
