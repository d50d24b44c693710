import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { Fact } from '../db/facts';
import { manyRowsOf } from '../db/many-rows';
import type { GroupSetting } from '../db/schema/groups';
import { users } from '../db/schema/users';
import { loadSystemGroups, SystemGroups } from './load';

type Setting<Name extends 'realmSetting' | 'streamSetting' | 'groupSetting'> = Parameters<
  SystemGroups[Name]
>;

/**
 * Values of settings as clients are told them: without people who have left, who may come back to
 * what they had. Since level 303. https://zulip.com/api/group-setting-values
 */
export class ToldSettings extends SystemGroups {
  constructor(
    { ids }: SystemGroups,
    private readonly left: ReadonlySet<number>,
  ) {
    super(ids);
  }

  override realmSetting(...of: Setting<'realmSetting'>): GroupSetting {
    return this.#told(super.realmSetting(...of));
  }

  override streamSetting(...of: Setting<'streamSetting'>): GroupSetting {
    return this.#told(super.streamSetting(...of));
  }

  override groupSetting(...of: Setting<'groupSetting'>): GroupSetting {
    return this.#told(super.groupSetting(...of));
  }

  #told(value: GroupSetting): GroupSetting {
    if (typeof value === 'number' || !value.direct_members.some((id) => this.left.has(id))) {
      return value;
    }
    const direct_members = value.direct_members.filter((id) => !this.left.has(id));
    return { ...value, direct_members };
  }
}

/** By realm. */
const told = new Fact<number, ToldSettings>(users);

export function loadToldSettings(
  scope: Pick<Context, 'tx' | 'realm' | 'clock' | 'facts'>,
): Promise<ToldSettings> {
  const { tx, realm, facts } = scope;
  return facts.once(told, realm.id, async () => {
    const rows = await manyRowsOf<{ id: number }>(
      tx,
      ['id'],
      sql`select id from users where realm_id = ${realm.id} and not is_active`,
    );
    const left = new Set(rows.map(({ id }) => id));
    return new ToldSettings(await loadSystemGroups(scope), left);
  });
}
