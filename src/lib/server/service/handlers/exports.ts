import { exportTypes } from '../../../api/exports';
import { and, asc, eq, gt } from 'drizzle-orm';
import { announceExports, isPending, listExports } from '../archive/list';
import { recordAuditedChange } from '../audit/record';
import { isRowId } from '../db/ids';
import { realmExports } from '../db/schema/exports';
import { discardedFiles } from '../db/schema/files';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import { lockRealm } from '../realm/lock';
import { newPathId } from '../storage/file-names';
import { settingOf } from '../users/settings';

/** Exports stay in the storage until they are deleted, so only this many can be made per week. */
const maxExportsPerWeek = 5;
const week = 7 * 24 * 3_600_000;

export const exportHandlers = {
  async exportRealm(given, params) {
    const context = await lockRealm(given);
    const { tx, realm, user, clock } = context;
    const { export_type = exportTypes.public } = params;
    const now = new Date(clock.now());
    const recent = await tx
      .select()
      .from(realmExports)
      .where(
        and(
          eq(realmExports.realm_id, realm.id),
          gt(realmExports.export_time, new Date(now.getTime() - week)),
        ),
      );
    if (recent.some(isPending)) throw badRequest('Another export is in progress.');
    if (recent.length >= maxExportsPerWeek)
      throw badRequest(`There can be at most ${maxExportsPerWeek} exports in seven days.`);
    const [row] = await tx
      .insert(realmExports)
      .values({
        ...{ realm_id: realm.id, acting_user_id: user.id, export_type },
        ...{ export_time: now, touched: now },
        path_id: newPathId(realm.id, `inkwell-${now.toISOString().slice(0, 10)}.tar.gz`),
      })
      .returning();
    const { id } = row!;
    await recordAuditedChange(context, { action: 'export.started', after: { id, export_type } });
    await announceExports(context);
    return new AfterCommit(({ exports }) => {
      exports.start(row!);
      return Promise.resolve({ id });
    });
  },

  getRealmExports: async (context) => ({
    exports: await listExports(context),
  }),

  async deleteRealmExport(context, { export_id }) {
    const { tx, realm, clock } = context;
    const [row] = isRowId(export_id)
      ? await tx
          .select()
          .from(realmExports)
          .where(and(eq(realmExports.id, export_id), eq(realmExports.realm_id, realm.id)))
          .for('update')
      : [];
    if (!row) throw badRequest('No such export.');
    if (row.deleted) throw badRequest('This export was already deleted.');
    if (row.failed) throw badRequest('This export failed; there is nothing to delete.');
    if (!row.finished) throw badRequest('This export is still being written.');
    await tx
      .update(realmExports)
      .set({ deleted: new Date(clock.now()) })
      .where(eq(realmExports.id, row.id));
    await tx.insert(discardedFiles).values({ path_id: row.path_id }).onConflictDoNothing();
    await recordAuditedChange(context, { action: 'export.deleted', before: { id: row.id } });
    await announceExports(context);
    return new AfterCommit(({ files }) => {
      files.removeSoon();
      return Promise.resolve({});
    });
  },

  async getRealmExportConsents({ tx, realm }) {
    const people = await tx
      .select()
      .from(users)
      .where(and(eq(users.realm_id, realm.id), eq(users.is_active, true), eq(users.is_bot, false)))
      .orderBy(asc(users.id));
    const export_consents = people.map((person) => ({
      user_id: person.id,
      consented: settingOf(person, 'allow_private_data_export'),
    }));
    return { export_consents };
  },
} satisfies Partial<OperationHandlers>;
