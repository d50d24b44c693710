import { Upload, type KvStore } from '@tus/server';
import { and, eq, isNotNull } from 'drizzle-orm';
import { uploads } from '../db/schema/files';
import type { DrizzleDatabase } from '../db/store';

/**
 * An upload's state for the resumable protocol, from its row, which is written before the upload
 * begins. It is in the database so that every process has the same state.
 */
export interface UploadRecords extends KvStore {
  /**
   * Stores the id under which a bucket collects the parts. Afterward it is the upload's
   * `storage.path`.
   */
  setMultipart(path_id: string, multipart_id: string): Promise<void>;
}

export function uploadRecords(db: DrizzleDatabase): UploadRecords {
  return {
    async get(path_id) {
      const [row] = await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.path_id, path_id), isNotNull(uploads.size)));
      return (
        row &&
        new Upload({
          id: path_id,
          size: row.size!,
          offset: 0,
          ...(row.metadata && { metadata: row.metadata }),
          ...(row.multipart_id && { storage: { type: 's3', path: row.multipart_id } }),
          creation_date: row.create_time.toISOString(),
        })
      );
    },
    set: async () => undefined,
    async delete(path_id) {
      await db.delete(uploads).where(eq(uploads.path_id, path_id));
    },
    async setMultipart(path_id, multipart_id) {
      await db.update(uploads).set({ multipart_id }).where(eq(uploads.path_id, path_id));
    },
  };
}
