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
  route: 'GET /realm/domains',
  result: v.object({ domains: v.array(realmDomainSchema) }),
  knownFrom: 'servers',
});

/** For owners. Undocumented. */
export const createRealmDomain = defineOperation({
  id: 'createRealmDomain',
  route: 'POST /realm/domains',
  params: { domain: text(domain), allow_subdomains },
  access: 'administrator',
  result: v.object({ new_domain: v.tuple([v.number(), v.string()]) }),
  knownFrom: 'servers',
});

/** For owners. Undocumented. */
export const editRealmDomain = defineOperation({
  id: 'editRealmDomain',
  route: 'PATCH /realm/domains/{domain}',
  params: { domain: inPath(domain), allow_subdomains },
  access: 'administrator',
  knownFrom: 'servers',
});

/** For owners. Removing the last domain also ends the restriction to domains. Undocumented. */
export const deleteRealmDomain = defineOperation({
  id: 'deleteRealmDomain',
  route: 'DELETE /realm/domains/{domain}',
  params: { domain: inPath(domain) },
  access: 'administrator',
  knownFrom: 'servers',
});
