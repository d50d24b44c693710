import { emailChangeLifetime } from '$lib/api/email-changes';
import { userRole } from '$lib/api/roles';
import { and, eq } from 'drizzle-orm';
import { announceAvatar } from '../avatars/avatar';
import type { ServiceContext } from '../context';
import { emailChanges } from '../db/schema/email-changes';
import { users } from '../db/schema/users';
import {
  emailChangeLink,
  oldestOpenEmailChange,
  openEmailChanges,
  type EmailChange,
} from '../email-changes/find';
import { requireCanChangeEmail } from '../email-changes/start';
import { ServiceFailure } from '../failure';
import type { OperationHandlers } from '../handler';
import type { RealmRow, UserRow } from '../model';
import { changeEmail } from '../accounts/change-email';
import { apiEmail } from '../users/email';
import { unixTime } from '../users/wire';

/** The person opening the link isn't signed in. */
type Visitor = ServiceContext<null, RealmRow | null>;

const closedWords = {
  used: 'This link has been used, or replaced by a newer one.',
  expired: 'This link has expired.',
  revoked: 'This account has been deactivated.',
} as const;

/** Throws 404. When confirming, locks the request and the account until commit. */
async function findByKey({ tx, realm }: Visitor, key: string, confirming: boolean) {
  const wanted = and(eq(emailChanges.key, key), eq(emailChanges.realm_id, realm?.id ?? 0));
  const query = tx.select().from(emailChanges).where(wanted);
  const [row] = key.includes('\0') ? [] : await (confirming ? query.for('update') : query);
  if (!row || !realm) throw new ServiceFailure('NOT_FOUND', 'No such link.', 404);
  const person = tx.select().from(users).where(eq(users.id, row.user_id));
  const [user] = await (confirming ? person.for('no key update') : person);
  return { row, user: user!, realm };
}

function stateOf(visitor: Visitor, { closed, created }: EmailChange, { is_active }: UserRow) {
  if (closed) return 'used';
  if (created <= oldestOpenEmailChange(visitor)) return 'expired';
  return is_active ? 'open' : 'revoked';
}

export const emailChangeHandlers = {
  async describeEmailChange(context, { key }) {
    const { row, user } = await findByKey(context, key, false);
    return { state: stateOf(context, row, user), new_email: row.new_email };
  },

  /** A link works once. A second request at the same time finds it used. */
  async confirmEmailChange(anyone, { key }) {
    const { tx, clock } = anyone;
    const { row, user, realm } = await findByKey(anyone, key, true);
    const state = stateOf(anyone, row, user);
    if (state !== 'open') {
      throw new ServiceFailure('EMAIL_CHANGE_CLOSED', closedWords[state], 400, { state });
    }
    requireCanChangeEmail({ realm, user });
    await tx
      .update(emailChanges)
      .set({ closed: new Date(clock.now()) })
      .where(eq(emailChanges.id, row.id));
    const asThem: ServiceContext = { ...anyone, realm, user };
    const after = await changeEmail(asThem, user, row.new_email);
    const isRenamed = apiEmail(user, anyone.baseUrl) !== apiEmail(after, anyone.baseUrl);
    // That profile picture is made from the email address.
    if (after.avatar_url === null && isRenamed) await announceAvatar(asThem, after);
    return { delivery_email: after.delivery_email };
  },

  async getEmailChanges(context) {
    if (context.user.role !== userRole.owner) {
      throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
    }
    const rows = await openEmailChanges(context);
    return {
      email_changes: rows.map((row) => ({
        user_id: row.user_id,
        new_email: row.new_email,
        expires: unixTime(row.created) + emailChangeLifetime,
        link: emailChangeLink(context, row),
      })),
    };
  },
} satisfies Partial<OperationHandlers>;
