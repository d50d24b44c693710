import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { queueConditionsOf } from '../channels/access';
import { loadPeers } from '../channels/peers';
import type { ServiceContext } from '../context';
import { selectManyRows } from '../db/many-rows';
import { userGroups, type GroupSetting } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { announceGroup } from '../groups/announce';
import type { UserRow } from '../model';
import {
  groupPermissionNames,
  allRealmPermissionNames,
  streamPermissionNames,
} from '../permissions/table';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { announceRealmChanges } from '../realm/change';

/**
 * Sends the values of all settings that include a reactivated user. Clients removed the user from
 * them on deactivation, and can't know where to add them again.
 */
export async function announceSettingsNaming(
  context: ServiceContext,
  person: UserRow,
): Promise<void> {
  const settings = await loadSettingSerializer(context);
  const names = <Name extends string>(of: readonly Name[], valueOf: (name: Name) => GroupSetting) =>
    of.flatMap((name) => {
      const value = valueOf(name);
      const isNamed = typeof value !== 'number' && value.direct_members.includes(person.id);
      return isNamed ? [[name, value] as const] : [];
    });
  const realm = names(allRealmPermissionNames, (name) =>
    settings.realmSetting(context.realm, name),
  );
  if (realm.length > 0) announceRealmChanges(context, Object.fromEntries(realm));
  for (const group of await groupsNaming(context, person)) {
    const data = names(groupPermissionNames, (name) => settings.groupSetting(group, name));
    if (data.length === 0) continue;
    const change = { group_id: group.id, data: Object.fromEntries(data) };
    announceGroup(context, group, { op: 'update', ...change });
  }
  const channels = await channelsNaming(context, person);
  const peersOf = await loadPeers(context, channels);
  for (const stream of channels) {
    const { id: stream_id, name } = stream;
    for (const [property, value] of names(streamPermissionNames, (permission) =>
      settings.streamSetting(stream, permission),
    )) {
      context.emit({
        payload: { type: 'stream', op: 'update', stream_id, name, property, value },
        audience: stream.is_web_public ? 'realm' : peersOf(stream),
        ...queueConditionsOf(stream),
      });
    }
  }
}

const groupsNaming = ({ tx, realm }: ServiceContext, { id }: UserRow) =>
  selectManyRows(
    tx,
    userGroups,
    and(
      eq(userGroups.realm_id, realm.id),
      or(eq(userGroups.creator_id, id), isNamedIn(userGroups.settings, id)),
    ),
    asc(userGroups.id),
  );

const channelsNaming = ({ tx, realm }: ServiceContext, { id }: UserRow) =>
  selectManyRows(
    tx,
    streams,
    and(
      eq(streams.realm_id, realm.id),
      or(eq(streams.creator_id, id), isNamedIn(streams.settings, id)),
    ),
    asc(streams.id),
  );

function isNamedIn(settings: PgColumn, id: number): SQL {
  return sql`exists (select 1 from jsonb_each(${settings}) as setting
    where setting.value->'direct_members' @> to_jsonb(${id}::int))`;
}
