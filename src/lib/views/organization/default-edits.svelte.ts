import type { ParamsOf } from '../../api/define-operation';
import { requireParameterTaken } from '../../api/ignored-parameters';
import { updateRealmUserSettingsDefaults, type DefaultableSetting } from '../../api/realm';
import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import { useToasts } from '../../client/toasts';
import { PendingEdits } from '../../client/account/pending-edits.svelte';
import { settingLabels } from '../../features/settings/setting-labels';
import type { ToastQueue } from '../../ui/toast-queue.svelte';

/** Default settings of new accounts; each value is saved as soon as it is chosen. */
export class DefaultEdits extends PendingEdits<DefaultableSetting, unknown> {
  constructor(account: Account, toasts: ToastQueue) {
    super({
      account,
      current: (name) => account.state?.realm_user_settings_defaults?.[name],
      async write(name, value) {
        const params = { [name]: value } as ParamsOf<typeof updateRealmUserSettingsDefaults>;
        const reply = await account.call(updateRealmUserSettingsDefaults, params);
        requireParameterTaken('updateRealmUserSettingsDefaults', name, reply);
        const kind = 'realm_user_settings_defaults/update';
        account.assume({ kind, id: -1, property: name, value });
      },
      saved: (name, undo) =>
        toasts.show({
          key: `default-${name}`,
          tone: 'success',
          text: m.organization_setting_saved({ setting: settingLabels[name].label() }),
          undo,
        }),
    });
  }
}

/** The account's default edits; call it during component initialization. */
export function useDefaultEdits(): DefaultEdits {
  const [account, toasts] = [useAccount(), useToasts()];
  return useAccountStores().getOrCreate(DefaultEdits, () => new DefaultEdits(account, toasts));
}
