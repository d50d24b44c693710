import type * as api from '$lib/api/email-changes';
import { emailChangeLifetime } from '$lib/api/email-changes';
import { and, eq } from 'drizzle-orm';
import { announceAvatar } from '../avatars/avatar';
import type { Context } from '../context';
import { emailChanges } from '../db/schema/email-changes';
import { users } from '../db/schema/users';
import { linkOf, oldestOpen, openEmailChanges } from '../email-changes/find';
import { ServiceFailure } from '../failure';
import type { Handler } from '../handler';
import type { Realm } from '../model';
import { role } from '../permissions/roles';
import { changeEmail } from '../accounts/change-email';
import { apiEmail } from '../users/email';
import { unixTime } from '../users/wire';

/** One link is followed by one; whoever follows it at the same time comes late. */
const confirmEmailChange: Handler<typeof api.confirmEmailChange> = async (anyone, { key }) => {
  const { tx, realm, clock } = anyone;
  const context = { ...anyone, realm: realm ?? noLink() };
  const row = await lockWish(context, key);
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, row.user_id), eq(users.is_active, true)))
    .for('no key update');
  if (!user) throw closed('revoked', 'This account has been deactivated.');
  await tx
    .update(emailChanges)
    .set({ closed: new Date(clock.now()) })
    .where(eq(emailChanges.id, row.id));
  const asThem: Context = { ...context, user };
  const after = await changeEmail(asThem, user, row.new_email);
  const isRenamed = apiEmail(user, anyone.baseUrl) !== apiEmail(after, anyone.baseUrl);
  // That picture is made from the address.
  if (after.avatar_url === null && isRenamed) await announceAvatar(asThem, after);
  return { delivery_email: after.delivery_email };
};

async function lockWish(
  context: Pick<Context, 'tx' | 'clock'> & { readonly realm: Realm },
  key: string,
) {
  const [row] = key.includes('\0')
    ? []
    : await context.tx
        .select()
        .from(emailChanges)
        .where(and(eq(emailChanges.key, key), eq(emailChanges.realm_id, context.realm.id)))
        .for('update');
  if (!row) return noLink();
  if (row.closed) throw closed('used', 'This link has been used, or replaced by a newer one.');
  if (row.created <= oldestOpen(context)) throw closed('expired', 'This link has expired.');
  return row;
}

const getEmailChanges: Handler<typeof api.getEmailChanges> = async (context) => {
  if (context.user.role !== role.owner) {
    throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
  }
  const rows = await openEmailChanges(context);
  return {
    email_changes: rows.map((row) => ({
      user_id: row.user_id,
      new_email: row.new_email,
      expires: unixTime(row.created) + emailChangeLifetime,
      link: linkOf(context, row),
    })),
  };
};

function closed(state: 'used' | 'expired' | 'revoked', message: string): ServiceFailure {
  return new ServiceFailure('EMAIL_CHANGE_CLOSED', message, 400, { state });
}

function noLink(): never {
  throw new ServiceFailure('NOT_FOUND', 'There is no such link.', 404);
}

export const emailChangeHandlers = { confirmEmailChange, getEmailChanges };
