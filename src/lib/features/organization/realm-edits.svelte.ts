import type { ParamsOf } from '../../api/define';
import { checkTaken } from '../../api/ignoring';
import { updateRealm } from '../../api/realm';
import type { RealmPermissionName } from '../../api/realm-permissions';
import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../client/account.svelte';
import { useRooms } from '../../client/rooms.svelte';
import { useToasts } from '../../client/toasts';
import { Wishes } from '../../client/wishes.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { realmValue } from './access';
import { permissionWords } from './permission-words';
import { shownOf } from './realm-choices';
import { realmWords, type RealmName } from './realm-words';

type Name = RealmName | RealmPermissionName;

const isPermission = (name: Name): name is RealmPermissionName =>
  Object.hasOwn(permissionWords, name);

/** Settings and permissions of the organization, each saved as soon as it is chosen. */
export class RealmEdits extends Wishes<Name, unknown> {
  constructor(account: Account, toasts: Toasts) {
    super({
      account,
      current: (name) => realmValue(account, name),
      async write(name, value) {
        const wire = isPermission(name)
          ? { new: value, old: realmValue(account, name) }
          : shownOf(name, realmWords[name], value);
        const params = { [name]: wire } as ParamsOf<typeof updateRealm>;
        checkTaken('updateRealm', name, await account.call(updateRealm, params));
        // The event of it may be on its way still.
        account.assume({ kind: 'realm/update', id: -1, property: name, value });
      },
      saved: (name, before) => {
        const setting = isPermission(name) ? permissionWords[name]() : realmWords[name].label();
        toasts.show({
          key: `realm-${name}`,
          tone: 'success',
          text: m.organization_setting_saved({ setting }),
          ...(before !== undefined && {
            action: { label: m.settings_undo(), run: () => void this.save(name, before) },
          }),
        });
      },
    });
  }
}

/** The account's one; to be asked for while a component starts. */
export function useRealmEdits(): RealmEdits {
  const [account, toasts] = [useAccount(), useToasts()];
  return useRooms().one(RealmEdits, () => new RealmEdits(account, toasts));
}
