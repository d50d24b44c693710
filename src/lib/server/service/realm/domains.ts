import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { realmDomains } from '../db/schema/realm-domains';

/** The organization's domains in the API's form, in order of creation. */
export function listDomains({ tx, realm }: Pick<ServiceContext, 'tx' | 'realm'>) {
  const { domain, allow_subdomains } = realmDomains;
  return tx
    .select({ domain, allow_subdomains })
    .from(realmDomains)
    .where(eq(realmDomains.realm_id, realm.id))
    .orderBy(asc(realmDomains.id));
}
