import * as v from 'valibot';

/** Addresses of one domain may join, where the organization is restricted to its domains. */
export const realmDomainSchema = v.object({ domain: v.string(), allow_subdomains: v.boolean() });
