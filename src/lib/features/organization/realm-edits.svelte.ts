import type { ParamsOf } from '../../api/define-operation';
import { requireParameterTaken } from '../../api/ignored-parameters';
import { updateRealm } from '../../api/realm';
import type { RealmPermissionName } from '../../api/realm-permissions';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import { PendingEdits } from '../../client/account/pending-edits.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { realmPermissionLabels } from './realm-permission-labels';
import { realmValueToChoice } from './realm-choices';
import { realmSettingLabels, type RealmPropertyName } from './realm-setting-labels';
import { realmValue } from '../../writing/permissions/realm-value';

type Name = RealmPropertyName | RealmPermissionName;

const isPermission = (name: Name): name is RealmPermissionName =>
  Object.hasOwn(realmPermissionLabels, name);

/** Settings and permissions of the organization. Each is saved as soon as the user changes it. */
export class RealmEdits extends PendingEdits<Name, unknown> {
  constructor(account: Account, toasts: ToastQueue) {
    super({
      account,
      kind: 'organization',
      current: (name) => realmValue(account, name),
      async write(name, value) {
        const wire = isPermission(name)
          ? { new: value, old: realmValue(account, name) }
          : realmValueToChoice(name, realmSettingLabels[name], value);
        const params = { [name]: wire } as ParamsOf<typeof updateRealm>;
        requireParameterTaken('updateRealm', name, await account.call(updateRealm, params));
        // The event for this change might still be on its way.
        account.assume({ kind: 'realm/update', id: -1, property: name, value });
      },
      saved: (name, undo) => {
        const setting = isPermission(name)
          ? realmPermissionLabels[name]()
          : realmSettingLabels[name].label();
        toasts.show({
          key: `realm-${name}`,
          tone: 'success',
          text: m.organization_setting_saved({ setting }),
          undo,
        });
      },
    });
  }
}

export const useRealmEdits = accountStore(({ account, toasts }) => new RealmEdits(account, toasts));
