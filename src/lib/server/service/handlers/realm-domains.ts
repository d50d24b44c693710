import { and, eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { realmDomains } from '../db/schema/realm-domains';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { changeRealm } from '../realm/change';
import { listDomains } from '../realm/domains';
import { requireOwner } from '../realm/require-owner';
import { lockRealm } from '../realm/lock';
import { realmSettingOf } from '../realm/settings';

function named({ realm }: ServiceContext, domain: string) {
  return and(
    eq(realmDomains.realm_id, realm.id),
    eq(realmDomains.domain, sql`${domain.trim().toLowerCase()}`),
  );
}

const noSuchDomain = (domain: string) => badRequest(`The domain ${domain} was not found.`);

const maxDomainLength = 253;

/** RFC 1123, with at least one dot. Throws 400. */
function checkDomain(domain: string): void {
  if (domain === '') throw badRequest('A domain needs a name.');
  if (domain.length > maxDomainLength) throw badRequest('The domain is too long.');
  if (!domain.includes('.')) throw badRequest('A domain must have at least one dot.');
  const isLabel = (label: string) =>
    /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
  if (!domain.split('.').every(isLabel)) {
    throw badRequest(
      'A domain can only have letters, digits and hyphens, in parts separated by dots.',
    );
  }
}

export const realmDomainHandlers = {
  getRealmDomains: async (context) => ({
    domains: await listDomains(context),
  }),

  async createRealmDomain(context, params) {
    const { tx, user, realm, emit } = context;
    requireOwner(user, 'owner');
    const domain = params.domain.trim().toLowerCase();
    checkDomain(domain);
    const { allow_subdomains } = params;
    const [made] = await tx
      .insert(realmDomains)
      .values({ realm_id: realm.id, domain, allow_subdomains })
      .onConflictDoNothing()
      .returning({ id: realmDomains.id });
    if (!made) throw badRequest(`The domain ${domain} was already added.`);
    const realm_domain = { domain, allow_subdomains };
    await recordAuditedChange(context, {
      action: 'organization.domain_added',
      after: realm_domain,
    });
    emit({ payload: { type: 'realm_domains', op: 'add', realm_domain }, audience: 'realm' });
    return { new_domain: [made.id, domain] as [number, string] };
  },

  async editRealmDomain(context, params) {
    const { tx, user, emit } = context;
    requireOwner(user, 'owner');
    const where = named(context, params.domain);
    const [last] = await tx.select().from(realmDomains).where(where).for('update');
    if (!last) throw noSuchDomain(params.domain);
    const { domain } = last;
    const { allow_subdomains } = params;
    if (allow_subdomains === last.allow_subdomains) return;
    await tx.update(realmDomains).set({ allow_subdomains }).where(where);
    const realm_domain = { domain, allow_subdomains };
    await recordAuditedChange(context, {
      action: 'organization.domain_changed',
      before: { domain, allow_subdomains: last.allow_subdomains },
      after: realm_domain,
    });
    emit({ payload: { type: 'realm_domains', op: 'change', realm_domain }, audience: 'realm' });
  },

  async deleteRealmDomain(given, params) {
    requireOwner(given.user, 'owner');
    const context = await lockRealm(given);
    const { tx, realm, emit } = context;
    const [gone] = await tx.delete(realmDomains).where(named(context, params.domain)).returning();
    if (!gone) throw noSuchDomain(params.domain);
    const { domain, allow_subdomains } = gone;
    await recordAuditedChange(context, {
      action: 'organization.domain_removed',
      before: { domain, allow_subdomains },
    });
    emit({ payload: { type: 'realm_domains', op: 'remove', domain }, audience: 'realm' });
    // Otherwise no one could join anymore.
    if (
      realmSettingOf(realm, 'emails_restricted_to_domains') &&
      (await listDomains(context)).length === 0
    ) {
      await changeRealm(context, { emails_restricted_to_domains: false });
    }
  },
} satisfies Partial<OperationHandlers>;
