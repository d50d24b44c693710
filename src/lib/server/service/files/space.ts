import { eq, sql } from 'drizzle-orm';
import { queryRows } from '../db/query-rows';
import { uploadSpace } from '../db/schema/files';
import { realms } from '../db/schema/realms';
import type { DatabaseTransaction } from '../db/store';
import { ServiceFailure } from '../failure';
import { mebibyte, type UploadRules } from '../storage/upload-rules';

/** Total bytes of the organization's files. */
export async function spaceUsed(tx: DatabaseTransaction, realm_id: number): Promise<number> {
  const [row] = await tx
    .select({ used: uploadSpace.used })
    .from(uploadSpace)
    .where(eq(uploadSpace.realm_id, realm_id));
  return row?.used ?? 0;
}

/** Adds bytes (or subtracts, if negative). Returns the new total. */
export async function countSpace(
  tx: DatabaseTransaction,
  realm_id: number,
  bytes: number,
): Promise<number> {
  const [row] = await tx
    .insert(uploadSpace)
    .values({ realm_id, used: Math.max(0, bytes) })
    .onConflictDoUpdate({
      target: uploadSpace.realm_id,
      set: { used: sql`greatest(0, ${uploadSpace.used} + ${bytes}::bigint)` },
    })
    .returning({ used: uploadSpace.used });
  return row!.used;
}

/**
 * Throws REALM_UPLOAD_QUOTA if `size` more bytes don't fit. With `opener`, that user's unfinished
 * uploads count too. Other users' uploads reserve nothing, because otherwise one account could
 * block everyone with empty uploads; so this is checked again for each part and at the end. Locks
 * the organization's row, so that two concurrent uploads can't both use the last space.
 */
export async function checkQuota(
  tx: DatabaseTransaction,
  realm_id: number,
  size: number,
  { quotaMib }: UploadRules,
  opener: number | null = null,
): Promise<void> {
  if (quotaMib === null) return;
  await tx
    .select({ id: realms.id })
    .from(realms)
    .where(eq(realms.id, realm_id))
    .for('no key update');
  const [row] = await queryRows<{ taken: number }>(
    tx,
    sql`select (coalesce((select used from upload_space where realm_id = ${realm_id}::int), 0)
        + coalesce((select sum(u.size) from uploads u where u.realm_id = ${realm_id}::int
          and u.completed is null and u.user_id = ${opener}::int), 0))::float8 as taken`,
  );
  if ((row?.taken ?? 0) + size > quotaMib * mebibyte) {
    throw new ServiceFailure(
      'REALM_UPLOAD_QUOTA',
      'Upload would exceed the upload quota of your organization.',
    );
  }
}
