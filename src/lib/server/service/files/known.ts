import { Upload, type KvStore } from '@tus/server';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../context';
import { uploads } from '../db/schema/files';

/**
 * What the resumable protocol has to know of an upload, from its row; who begins one writes the row
 * first. In the database, so that every process knows the same.
 */
export function knownUploads(db: Database): KvStore {
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
          creation_date: row.create_time.toISOString(),
        })
      );
    },
    set: async () => undefined,
    async delete(path_id) {
      await db.delete(uploads).where(eq(uploads.path_id, path_id));
    },
  };
}
