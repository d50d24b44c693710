import { isAdministrator } from '$lib/api/roles';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { CallerIdentity } from '../users/account-cache';
import { realmExports } from '../db/schema/exports';
import type { DrizzleDatabase } from '../db/store';
import { ServiceFailure } from '../failure';
import type { AttachmentRow } from './wire';

/** Data needed to serve a file or an export. */
export type FileToServe = Pick<
  AttachmentRow,
  'id' | 'name' | 'path_id' | 'size' | 'content_type' | 'create_time'
>;

/** A finished export of the organization, only for its administrators. Throws 403 and 404. */
export async function findExport(
  db: DrizzleDatabase,
  path_id: string,
  caller: CallerIdentity | null,
): Promise<FileToServe> {
  if (!caller || !isAdministrator(caller.user)) {
    throw new ServiceFailure('BAD_REQUEST', 'Only administrators can get exports.', 403);
  }
  const [row] = await db
    .select()
    .from(realmExports)
    .where(
      and(
        eq(realmExports.realm_id, caller.realm.id),
        eq(realmExports.path_id, path_id),
        isNotNull(realmExports.finished),
        isNull(realmExports.deleted),
      ),
    );
  if (!row) throw new ServiceFailure('BAD_REQUEST', 'No such archive.', 404);
  return {
    ...{ id: row.id, path_id, size: row.size ?? 0, create_time: row.export_time },
    name: path_id.split('/').at(-1)!,
    content_type: 'application/gzip',
  };
}
