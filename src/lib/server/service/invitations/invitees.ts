import { eq, sql } from 'drizzle-orm';
import { maxInvitees } from '../../../api/invites';
import { loadAddressPolicy } from '../accounts/address-policy';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { addressProblem } from '../users/email';

/** Why an address is not invited: address, reason, and whether it is of a deactivated account. */
type Refused = readonly [email: string, reason: string, deactivated: boolean];

interface Invitees {
  readonly fresh: readonly string[];
  /** Who has an account already, or whose address the organization does not take. */
  readonly refused: readonly Refused[];
}

/**
 * Who can be invited of those named. Throws 400 for nobody and for too many, INVITATION_FAILED where
 * one is no address, or nobody is left.
 */
export async function readInvitees(context: ServiceContext, text: string): Promise<Invitees> {
  const { tx, realm } = context;
  const given = [...new Set(text.split(/[,\n]/).map(addressIn).filter(Boolean))];
  if (given.length === 0) throw badRequest('You must specify at least one email address.');
  if (given.length > maxInvitees) {
    throw badRequest(`You can invite at most ${maxInvitees} people at once.`);
  }
  const wrong = given.flatMap((email): Refused[] => {
    const problem = addressProblem(email, context.baseUrl);
    return problem === undefined ? [] : [[email, problem, false]];
  });
  if (wrong.length > 0) {
    throw invitationFailed('Some emails did not validate, so nobody was invited.', wrong, {
      sent_invitations: false,
    });
  }
  const rows = await tx
    .select({ email: sql<string>`given.address`, is_active: users.is_active })
    .from(users)
    .innerJoin(
      sql`json_array_elements_text(${JSON.stringify(given)}::json) as given(address)`,
      sql`lower(${users.delivery_email}) = lower(given.address)`,
    )
    .where(eq(users.realm_id, realm.id));
  const known = new Map(rows.map(({ email, is_active }) => [email, is_active]));
  const policy = await loadAddressPolicy(context);
  const refused = given.flatMap((email): Refused[] => {
    const isActive = known.get(email);
    if (isActive === undefined) {
      const reason = policy(email);
      return reason === undefined ? [] : [[email, reason, false]];
    }
    if (isActive) return [[email, 'Already has an account.', false]];
    return [[email, 'Account has been deactivated.', true]];
  });
  const unfit = new Set(refused.map(([email]) => email));
  const fresh = given.filter((email) => !unfit.has(email));
  if (fresh.length === 0) {
    throw invitationFailed('Nobody could be invited.', refused, { sent_invitations: false });
  }
  return { fresh, refused };
}

/** https://zulip.com/api/send-invites#response */
export function invitationFailed(
  message: string,
  errors: readonly Refused[],
  facts: { readonly sent_invitations: boolean; readonly daily_limit_reached?: boolean },
): ServiceFailure {
  return new ServiceFailure('INVITATION_FAILED', message, 400, {
    errors,
    license_limit_reached: false,
    daily_limit_reached: false,
    ...facts,
  });
}

/** `Name <address>` names the address alone. */
function addressIn(part: string): string {
  const [, inside] = /<([^<>]*)>\s*$/.exec(part) ?? [];
  return (inside ?? part).trim();
}
