import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { ServiceContext } from '../context';
import { badRequest } from '../failure';
import { listDomains } from '../realm/domains';
import { realmSettingOf } from '../realm/settings';
import { addressProblem } from '../users/email';

const disposableHosts: ReadonlySet<string> = disposableEmailBlocklistSet();

type Scope = Pick<ServiceContext, 'tx' | 'realm' | 'baseUrl'>;

/** Why the organization doesn't accept this address; undefined if it does. */
type AddressPolicy = (email: string) => string | undefined;

/**
 * Which valid addresses the organization accepts: those at its domains if it restricts them,
 * otherwise all but disposable ones. At its own domains, addresses with a + are refused, because
 * each person would have many. https://zulip.com/help/restrict-account-creation
 */
export async function loadAddressPolicy(
  scope: Pick<Scope, 'tx' | 'realm'>,
): Promise<AddressPolicy> {
  const { realm } = scope;
  if (realmSettingOf(realm, 'emails_restricted_to_domains')) {
    const domains = await listDomains(scope);
    return (email) => {
      const [name, host] = parts(email);
      const isOwn = domains.some(
        ({ domain, allow_subdomains }) =>
          host === domain || (allow_subdomains && host.endsWith(`.${domain}`)),
      );
      if (!isOwn) return 'This organization takes addresses of its own domains alone.';
      return name.includes('+') ? 'This organization takes no address with a +.' : undefined;
    };
  }
  if (!realmSettingOf(realm, 'disallow_disposable_email_addresses')) return () => undefined;
  return (email) =>
    disposableHosts.has(parts(email)[1])
      ? 'This organization takes no disposable address.'
      : undefined;
}

/** Throws 400 for an address that isn't allowed or that the organization doesn't accept. */
export async function checkAddress(scope: Scope, email: string): Promise<void> {
  const reason = addressProblem(email, scope.baseUrl) ?? (await loadAddressPolicy(scope))(email);
  if (reason !== undefined) throw badRequest(reason);
}

/** The part before the last @, and the host in lower case. */
function parts(email: string): [name: string, host: string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at), email.slice(at + 1).toLowerCase()];
}
