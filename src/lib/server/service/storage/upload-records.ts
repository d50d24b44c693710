import { Upload, type KvStore } from '@tus/server';
import { and, eq, isNotNull } from 'drizzle-orm';
import { uploads } from '../db/schema/files';
import type { DrizzleDatabase } from '../db/store';

/**
 * What the resumable protocol has to know of an upload, from its row; who begins one writes the row
 * first. In the database, so that every process knows the same.
 */
export interface UploadRecords extends KvStore {
  /** Under which id a bucket collects its parts; afterwards it is the `storage.path` of the upload. */
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
