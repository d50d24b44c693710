import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import type { ProfileData } from './wire';

/** Custom profile data by user id. Users without any have no entry. */
export async function loadProfileData(
  { tx, realm }: Pick<ServiceContext, 'tx' | 'realm'>,
  user_ids?: readonly number[],
): Promise<ReadonlyMap<number, ProfileData>> {
  const only = user_ids && sql`and v.user_id = any(${idArray(user_ids)})`;
  const rows = await queryRows<{ user_id: number; data: ProfileData }>(
    tx,
    sql`select v.user_id, json_object_agg(v.field_id, case when v.rendered_value is null
        then json_build_object('value', v.value)
        else json_build_object('value', v.value, 'rendered_value', v.rendered_value) end) as data
      from profile_values v join profile_fields f on f.id = v.field_id
      where f.realm_id = ${realm.id} ${only ?? sql``} group by v.user_id`,
  );
  return new Map(rows.map(({ user_id, data }) => [user_id, data]));
}
