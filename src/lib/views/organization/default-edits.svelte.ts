import type { ParamsOf } from '../../api/define';
import { checkTaken } from '../../api/ignoring';
import { updateRealmUserSettingsDefaults, type DefaultableSetting } from '../../api/realm';
import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../client/account.svelte';
import { useRooms } from '../../client/rooms.svelte';
import { useToasts } from '../../client/toasts';
import { Wishes } from '../../client/wishes.svelte';
import { settingWords } from '../../features/settings/words';
import type { Toasts } from '../../ui/toasts.svelte';

/** What new accounts begin with, each value saved as soon as it is chosen. */
export class DefaultEdits extends Wishes<DefaultableSetting, unknown> {
  constructor(account: Account, toasts: Toasts) {
    super({
      account,
      current: (name) => account.state?.realm_user_settings_defaults?.[name],
      async write(name, value) {
        const params = { [name]: value } as ParamsOf<typeof updateRealmUserSettingsDefaults>;
        const reply = await account.call(updateRealmUserSettingsDefaults, params);
        checkTaken('updateRealmUserSettingsDefaults', name, reply);
        const kind = 'realm_user_settings_defaults/update';
        account.assume({ kind, id: -1, property: name, value });
      },
      saved: (name, before) =>
        toasts.show({
          key: `default-${name}`,
          tone: 'success',
          text: m.organization_setting_saved({ setting: settingWords[name].label() }),
          action: { label: m.settings_undo(), run: () => void this.save(name, before) },
        }),
    });
  }
}

/** The account's one; to be asked for while a component starts. */
export function useDefaultEdits(): DefaultEdits {
  const [account, toasts] = [useAccount(), useToasts()];
  return useRooms().one(DefaultEdits, () => new DefaultEdits(account, toasts));
}
