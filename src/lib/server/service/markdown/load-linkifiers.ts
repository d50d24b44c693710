import type { RealmLinkifier } from '$lib/api/linkifiers';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { linkifiers } from '../db/schema/linkifiers';
import type { CompiledLinkifiers } from './state';
import { compileLinkifiers } from './compile-linkifiers';

/** The organization's linkifiers, in order. */
export function listLinkifiers({
  tx,
  realm,
}: Pick<ServiceContext, 'tx' | 'realm'>): Promise<RealmLinkifier[]> {
  const { id, pattern, url_template, position } = linkifiers;
  return tx
    .select({ id, pattern, url_template })
    .from(linkifiers)
    .where(eq(linkifiers.realm_id, realm.id))
    .orderBy(asc(position), asc(id));
}

/** By version, which is unique across organizations. The newest is last. */
const compiled = new Map<string, CompiledLinkifiers>();
const maxCachedRealms = 16;

/** The organization's linkifiers, compiled. Needs no statement while they don't change. */
export async function loadLinkifiers(
  context: ServiceContext,
): Promise<CompiledLinkifiers | undefined> {
  const version = context.realm.linkifiers_version;
  if (version === null) return undefined;
  const known = compiled.get(version);
  if (known) return known;
  const list = await listLinkifiers(context);
  const made = await context.service.outsideTransaction(`linkifiers\n${JSON.stringify(list)}`, () =>
    compileLinkifiers(list),
  );
  for (const oldest of compiled.keys()) {
    if (compiled.size < maxCachedRealms) break;
    compiled.delete(oldest);
  }
  compiled.set(version, made);
  return made;
}
