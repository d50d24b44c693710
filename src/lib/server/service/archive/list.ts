import type { RealmExport } from '$lib/api/exports';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { realmExports } from '../db/schema/exports';
import type { RealmRow, UserRow } from '../model';
import { fileUrlOf } from '../storage/file-names';
import { loadAdministratorIds } from '../users/administrators';
import { unixTime } from '../users/wire';

export type ExportRow = typeof realmExports.$inferSelect;
type Scope = Pick<ServiceContext<UserRow | null, RealmRow>, 'tx' | 'realm' | 'baseUrl' | 'emit'>;

/** Exports, ascending by id. */
export async function listExports({ tx, realm, baseUrl }: Scope): Promise<RealmExport[]> {
  const rows = await tx
    .select()
    .from(realmExports)
    .where(eq(realmExports.realm_id, realm.id))
    .orderBy(asc(realmExports.id));
  return rows.map((row) => wireExport(row, baseUrl));
}

function wireExport(row: ExportRow, baseUrl: string): RealmExport {
  const isThere = row.finished !== null && row.deleted === null;
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: unixTime(row.export_time),
    deleted_timestamp: seconds(row.deleted),
    failed_timestamp: seconds(row.failed),
    export_url: isThere ? `${baseUrl}${fileUrlOf(`exports/${row.path_id}`)}` : null,
    pending: isPending(row),
    export_type: row.export_type,
  };
}

export const isPending = ({ finished, failed }: Pick<ExportRow, 'finished' | 'failed'>) =>
  finished === null && failed === null;

const seconds = (time: Date | null) => (time ? unixTime(time) : null);

/** Sends administrators the list of all exports. https://zulip.com/api/get-events#realm_export */
export async function announceExports(scope: Scope): Promise<void> {
  const [exports, audience] = [await listExports(scope), await loadAdministratorIds(scope)];
  scope.emit({ payload: { type: 'realm_export', exports }, audience });
}
