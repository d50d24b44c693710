import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { maxLinkifiers, type RealmLinkifier } from '../../../api/linkifiers';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { linkifiers } from '../db/schema/linkifiers';
import { realms } from '../db/schema/realms';
import { badRequest, invalidValues } from '../failure';
import type { OperationHandlers } from '../handler';
import { checkLinkifier } from '../markdown/check-linkifier';
import { listLinkifiers } from '../markdown/load-linkifiers';
import { lockRealm } from '../realm/lock';

const noSuchLinkifier = () => badRequest('Linkifier not found.');

/** The whole list, locked against other changes until the transaction ends. */
async function inTurn(context: ServiceContext): Promise<RealmLinkifier[]> {
  await lockRealm(context);
  return listLinkifiers(context);
}

function checkPattern(others: readonly RealmLinkifier[], pattern: string): void {
  if (others.some((one) => one.pattern === pattern)) {
    throw invalidValues('pattern', 'There is a linkifier of this pattern already.');
  }
}

/** From now on, texts are rendered with the new list. Sends it to everyone, as the API requires. */
async function announce(context: ServiceContext): Promise<void> {
  const { tx, realm, emit } = context;
  await tx.update(realms).set({ linkifiers_version: randomUUID() }).where(eq(realms.id, realm.id));
  const type = 'realm_linkifiers';
  const realm_linkifiers = await listLinkifiers(context);
  const capability = 'linkifier_url_template';
  emit({
    payload: { type, realm_linkifiers },
    audience: 'realm',
    hidden: { with: capability },
  });
  emit({
    payload: { type, realm_linkifiers: [] },
    audience: 'realm',
    hidden: { without: capability },
  });
}

export const linkifierHandlers = {
  getLinkifiers: async (context) => ({
    linkifiers: await listLinkifiers(context),
  }),

  async addLinkifier(context, params) {
    const { tx, realm } = context;
    await checkLinkifier(context, params);
    const all = await inTurn(context);
    checkPattern(all, params.pattern);
    if (all.length >= maxLinkifiers) {
      throw badRequest(`An organization can have at most ${maxLinkifiers} linkifiers.`);
    }
    const [row] = await tx
      .insert(linkifiers)
      .values({
        ...params,
        realm_id: realm.id,
        position: sql`(select coalesce(max(position), 0) + 1 from linkifiers where realm_id = ${realm.id})`,
      })
      .returning({ id: linkifiers.id });
    await recordAuditedChange(context, {
      action: 'linkifier.added',
      after: { id: row!.id, ...params },
    });
    await announce(context);
    return { id: row!.id };
  },

  async updateLinkifier(context, params) {
    const { filter_id, pattern, url_template } = params;
    const all = await inTurn(context);
    const old = all.find(({ id }) => id === filter_id);
    if (!old) throw noSuchLinkifier();
    await checkLinkifier(context, params);
    checkPattern(
      all.filter((one) => one !== old),
      pattern,
    );
    if (old.pattern === pattern && old.url_template === url_template) return;
    await context.tx
      .update(linkifiers)
      .set({ pattern, url_template })
      .where(eq(linkifiers.id, old.id));
    const after = { id: old.id, pattern, url_template };
    await recordAuditedChange(context, { action: 'linkifier.changed', before: old, after });
    await announce(context);
  },

  async removeLinkifier(context, { filter_id }) {
    const { tx, realm } = context;
    const which = and(eq(linkifiers.id, filter_id), eq(linkifiers.realm_id, realm.id));
    const [gone] = isRowId(filter_id) ? await tx.delete(linkifiers).where(which).returning() : [];
    if (!gone) throw noSuchLinkifier();
    const { id, pattern, url_template } = gone;
    const before = { id, pattern, url_template };
    await recordAuditedChange(context, { action: 'linkifier.removed', before });
    await announce(context);
  },

  async reorderLinkifiers(context, params) {
    const ids = params.ordered_linkifier_ids;
    const before = (await inTurn(context)).map(({ id }) => id);
    const isWhole = ids.length === before.length && before.every((id) => ids.includes(id));
    if (!isWhole) throw badRequest('The list must contain each linkifier exactly once.');
    if (before.every((id, place) => ids[place] === id)) return;
    await context.tx.execute(sql`update linkifiers set position = given.place
    from unnest(${`{${ids.join()}}`}::int[]) with ordinality as given(id, place)
    where linkifiers.id = given.id and linkifiers.realm_id = ${context.realm.id}`);
    await recordAuditedChange(context, { action: 'linkifier.reordered', before, after: ids });
    await announce(context);
  },
} satisfies Partial<OperationHandlers>;
