import { and, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { playgrounds } from '../db/schema/playgrounds';
import { badRequest, invalidValues } from '../failure';
import type { OperationHandlers } from '../handler';
import { checkPlayground } from '../playgrounds/check';
import { listPlaygrounds } from '../playgrounds/list';
import { lockRealm } from '../realm/lock';

/** Everyone gets the whole list, so its size is limited. */
const maxPlaygrounds = 500;

/** Sends everyone the whole list, as the API requires. */
async function announce(context: ServiceContext): Promise<void> {
  const realm_playgrounds = await listPlaygrounds(context);
  context.emit({ payload: { type: 'realm_playgrounds', realm_playgrounds }, audience: 'realm' });
}

export const playgroundHandlers = {
  async addCodePlayground(context, params) {
    const { tx, realm } = context;
    const { name, pygments_language } = params;
    checkPlayground(params);
    await lockRealm(context);
    const all = await listPlaygrounds(context);
    if (all.some((one) => one.name === name && one.pygments_language === pygments_language)) {
      throw invalidValues(
        '__all__',
        'There is a playground of this name for this language already.',
      );
    }
    if (all.length >= maxPlaygrounds) {
      throw badRequest(`An organization can have at most ${maxPlaygrounds} playgrounds.`);
    }
    const [row] = await tx
      .insert(playgrounds)
      .values({ realm_id: realm.id, ...params })
      .returning({ id: playgrounds.id });
    await recordAuditedChange(context, {
      action: 'playground.added',
      after: { id: row!.id, ...params },
    });
    await announce(context);
    return { id: row!.id };
  },

  async removeCodePlayground(context, { playground_id }) {
    const { tx, realm } = context;
    const which = and(eq(playgrounds.id, playground_id), eq(playgrounds.realm_id, realm.id));
    const [gone] = isRowId(playground_id)
      ? await tx.delete(playgrounds).where(which).returning()
      : [];
    if (!gone) throw badRequest('Invalid playground');
    const { realm_id: _realm, ...before } = gone;
    await recordAuditedChange(context, { action: 'playground.removed', before });
    await announce(context);
  },
} satisfies Partial<OperationHandlers>;
