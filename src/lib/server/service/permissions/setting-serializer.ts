import { sql } from 'drizzle-orm';
import type { CachedReadScope, ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { queryManyRows } from '../db/many-rows';
import type { GroupSetting } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { loadSystemGroups, SystemGroups } from './load';

type Setting<Name extends 'realmSetting' | 'streamSetting' | 'groupSetting'> = Parameters<
  SystemGroups[Name]
>;

/**
 * Values of group settings for clients: without deactivated users, who get their permissions back
 * when reactivated. Since level 303. https://zulip.com/api/group-setting-values
 */
export class SettingSerializer extends SystemGroups {
  constructor(
    { ids }: SystemGroups,
    private readonly left: ReadonlySet<number>,
  ) {
    super(ids);
  }

  override realmSetting(...of: Setting<'realmSetting'>): GroupSetting {
    return this.#serialized(super.realmSetting(...of));
  }

  override streamSetting(...of: Setting<'streamSetting'>): GroupSetting {
    return this.#serialized(super.streamSetting(...of));
  }

  override groupSetting(...of: Setting<'groupSetting'>): GroupSetting {
    return this.#serialized(super.groupSetting(...of));
  }

  #serialized(value: GroupSetting): GroupSetting {
    if (typeof value === 'number' || !value.direct_members.some((id) => this.left.has(id))) {
      return value;
    }
    const direct_members = value.direct_members.filter((id) => !this.left.has(id));
    return { ...value, direct_members };
  }
}

/** By realm id. */
const serializers = new CachedRead<number, SettingSerializer>(users);

export function loadSettingSerializer(
  scope: CachedReadScope & Pick<ServiceContext, 'realm' | 'clock'>,
): Promise<SettingSerializer> {
  const { tx, realm, service } = scope;
  return service.readCache.getOrLoad(serializers, realm.id, async () => {
    const rows = await queryManyRows<{ id: number }>(
      tx,
      ['id'],
      sql`select id from users where realm_id = ${realm.id} and not is_active`,
    );
    const left = new Set(rows.map(({ id }) => id));
    return new SettingSerializer(await loadSystemGroups(scope), left);
  });
}
