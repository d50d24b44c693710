import * as v from 'valibot';

/** An email domain whose addresses can join if the organization is restricted to its domains. */
export const realmDomainSchema = v.object({ domain: v.string(), allow_subdomains: v.boolean() });
