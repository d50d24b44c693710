import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { realmDomains } from '../db/schema/realm-domains';

/** The organization's domains as the wire has them, in the order in which they came. */
export function listDomains({ tx, realm }: Pick<ServiceContext, 'tx' | 'realm'>) {
  const { domain, allow_subdomains } = realmDomains;
  return tx
    .select({ domain, allow_subdomains })
    .from(realmDomains)
    .where(eq(realmDomains.realm_id, realm.id))
    .orderBy(asc(realmDomains.id));
}
