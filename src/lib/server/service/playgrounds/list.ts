import type { CodePlayground } from '$lib/api/playgrounds';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { playgrounds } from '../db/schema/playgrounds';

/** All of the organization's, by id. */
export function listPlaygrounds({ tx, realm }: ServiceContext): Promise<CodePlayground[]> {
  const { id, name, pygments_language, url_template } = playgrounds;
  return tx
    .select({ id, name, pygments_language, url_template })
    .from(playgrounds)
    .where(eq(playgrounds.realm_id, realm.id))
    .orderBy(asc(id));
}
