import { eq, sql } from 'drizzle-orm';
import { maxInvitees } from '../../../api/invites';
import { loadAddressPolicy } from '../accounts/address-policy';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { addressProblem } from '../users/email';

/**
 * Why an address isn't invited: address, reason, and whether it belongs to a deactivated account.
 */
type Refused = readonly [email: string, reason: string, deactivated: boolean];

interface Invitees {
  readonly fresh: readonly string[];
  /** Addresses with an account, or that the organization doesn't accept. */
  readonly refused: readonly Refused[];
}

/**
 * Addresses in the text that can be invited. Throws 400 for none and for too many,
 * INVITATION_FAILED if one isn't valid, or none is left.
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

/** For `Name <address>`, the address. */
function addressIn(part: string): string {
  const [, inside] = /<([^<>]*)>\s*$/.exec(part) ?? [];
  return (inside ?? part).trim();
}
