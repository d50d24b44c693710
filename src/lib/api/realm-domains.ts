import * as v from 'valibot';
import { realmDomainSchema } from './realm-domain';
import { defineOperation, inPath, json, text } from './define-operation';
import { textUpTo } from './value-schemas';

/** Longer names are rejected without further checks. */
const domain = textUpTo(1000);
const allow_subdomains = json(v.boolean());

/** Undocumented; the register reply has the same list as `realm_domains`. */
export const getRealmDomains = defineOperation({
  id: 'getRealmDomains',
  method: 'GET',
  path: '/realm/domains',
  result: v.object({ domains: v.array(realmDomainSchema) }),
  knownFrom: 'servers',
});

/** For owners. Undocumented. */
export const createRealmDomain = defineOperation({
  id: 'createRealmDomain',
  method: 'POST',
  path: '/realm/domains',
  params: { domain: text(domain), allow_subdomains },
  access: 'administrator',
  result: v.object({ new_domain: v.tuple([v.number(), v.string()]) }),
  knownFrom: 'servers',
});

/** For owners. Undocumented. */
export const editRealmDomain = defineOperation({
  id: 'editRealmDomain',
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  params: { domain: inPath(domain), allow_subdomains },
  access: 'administrator',
  knownFrom: 'servers',
});

/** For owners. Removing the last domain also ends the restriction to domains. Undocumented. */
export const deleteRealmDomain = defineOperation({
  id: 'deleteRealmDomain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  params: { domain: inPath(domain) },
  access: 'administrator',
  knownFrom: 'servers',
});
