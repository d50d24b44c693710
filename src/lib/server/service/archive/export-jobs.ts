import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { exportTypes } from '../../../api/exports';
import { internalRequest } from '../context';
import { discardedFiles } from '../db/schema/files';
import { realmExports } from '../db/schema/exports';
import { realms } from '../db/schema/realms';
import type { ServiceLog } from '../log';
import { transact, type TransactionDeps } from '../transact';
import { announceExports, type ExportRow } from './list';
import type { ArchiveScope } from './scope';
import { writeArchive } from './write';

/** Milliseconds between progress reports, and without one until a job counts as dead. */
const beat = 30_000;
const deadAfter = 10 * beat;

/**
 * Writes exports into the storage, outside any transaction. If a process is killed, its export has
 * no more progress reports, and any other process marks it as failed.
 */
export class ExportJobs {
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(private readonly parts: TransactionDeps & { readonly log: ServiceLog }) {}

  /** Starts writing this export, whose row is committed. */
  start(row: Pick<ExportRow, 'id' | 'path_id' | 'export_type'>): void {
    const work = this.#run(row).catch((error: unknown) =>
      this.parts.log.error({ error, export: row.id }, 'the end of an export could not be kept'),
    );
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  /** Marks exports as failed that no process writes anymore. */
  async sweep(): Promise<void> {
    const { store, clock } = this.parts;
    const before = new Date(clock.now() - deadAfter).toISOString();
    const dead = await store.db
      .select({ id: realmExports.id })
      .from(realmExports)
      .where(sql`finished is null and failed is null and touched < ${before}::timestamptz`);
    for (const { id } of dead) await this.#settle(id, null);
  }

  /** Cancels running exports, which count as failed. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  async #run({ id, path_id, export_type }: Parameters<ExportJobs['start']>[0]): Promise<void> {
    const { store, clock, log } = this.parts;
    const stopBeating = clock.every(beat, () => {
      const touched = new Date(clock.now());
      store.db
        .update(realmExports)
        .set({ touched })
        .where(eq(realmExports.id, id))
        .catch((error: unknown) => log.warn({ error }, 'an export could not give a sign of life'));
    });
    try {
      const scope = export_type === exportTypes.public ? 'public' : 'consented';
      await this.#settle(id, await this.#write(path_id, scope));
    } catch (error) {
      log.error({ error, export: id }, 'an export failed');
      await this.#settle(id, null);
    } finally {
      stopBeating();
    }
  }

  /** Returns the number of bytes written. */
  async #write(path_id: string, scope: ArchiveScope): Promise<number> {
    const { store, files, log, clock } = this.parts;
    const { storage } = files;
    const made = Math.floor(clock.now() / 1000);
    let size = 0;
    const counted = new Transform({
      transform(piece: Buffer, _encoding, done) {
        size += piece.length;
        done(null, piece);
      },
    });
    addAbortSignal(this.#stop.signal, counted);
    const source = Readable.from(writeArchive({ store, storage, log }, scope, made), {
      objectMode: false,
    });
    pipeline(source, createGzip(), counted, () => undefined);
    try {
      await storage.write(path_id, counted);
    } finally {
      source.destroy();
    }
    return size;
  }

  /**
   * Stores the outcome and announces it, once. A null `size` means that it failed, and its file is
   * removed.
   */
  async #settle(id: number, size: number | null): Promise<void> {
    const { store, clock, files } = this.parts;
    const [realm] = await store.db.select().from(realms).limit(1);
    if (!realm) return;
    const ended = new Date(clock.now());
    await transact(this.parts, { user: null, realm, request: internalRequest }, async (context) => {
      const { tx } = context;
      const [row] = await tx
        .update(realmExports)
        .set(size === null ? { failed: ended } : { finished: ended, size })
        .where(sql`${realmExports.id} = ${id} and finished is null and failed is null`)
        .returning();
      // Another process has marked it as failed, so the file is useless.
      const lost = !row && size !== null;
      if (size === null || lost) await discard(tx, id);
      if (row) await announceExports(context);
    });
    if (size === null) files.removeSoon();
  }
}

async function discard(tx: TransactionDeps['store']['db'], id: number): Promise<void> {
  const [row] = await tx
    .select({ path_id: realmExports.path_id })
    .from(realmExports)
    .where(eq(realmExports.id, id));
  if (row) await tx.insert(discardedFiles).values(row).onConflictDoNothing();
}
