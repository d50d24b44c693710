import type { ParsedOf } from '$lib/api/define-operation';
import type * as api from '$lib/api/accounts';
import { and, count, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { changeBotOwner, botOwnerOf } from '../bots/change-owner';
import { canCreateBot } from '../bots/rules';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest, requirePermission, ServiceFailure } from '../failure';
import type { OperationHandlers } from '../handler';
import { hashPassword } from '../passwords';
import { requireOwnerToChangeOwner, isLastOwner } from '../permissions/manage-people';
import { changeProfileValues } from '../profile/change-values';
import { checkFullName } from '../settings/full-name';
import { checkStrength } from '../settings/password';
import type { UserRow } from '../model';
import {
  accessUser,
  accessUserByEmail,
  requireCanActAs,
  lockManagedUser,
} from '../accounts/access';
import { deactivateAccounts, reactivateAccount } from '../accounts/deactivate';
import { changeEmail } from '../accounts/change-email';
import { changeFullName } from '../accounts/change-name';
import { changeRole } from '../accounts/change-role';
import { createPerson, joinDefaultChannels } from '../accounts/create';
import { readEmail } from '../users/email';
import { lockCaller } from '../users/lock';
import { revokeVisibilityByRole } from '../events/revoke-visibility';
import { invitations } from '../db/schema/invitations';
import { announceInvites } from '../invitations/announce';
import type { MailMessage } from '../mail';

/**
 * Email telling a user that their account was deactivated, with the administrator's comment, if
 * any.
 */
function deactivationMail(
  { realm, user }: ServiceContext,
  person: UserRow,
  comment: string,
): MailMessage {
  const words = comment.trim() === '' ? '' : `\n${user.full_name} adds:\n\n${comment.trim()}\n`;
  const text = `Hello ${person.full_name},

your account in the organization ${realm.name} has been deactivated, and you cannot sign in to it any more.
${words}`;
  const subject = `Your account in ${realm.name} has been deactivated`;
  return { to: person.delivery_email, subject, text };
}

async function revokeInvitationsOf(context: ServiceContext, inviter_id: number): Promise<void> {
  const revoked = await context.tx
    .update(invitations)
    .set({ revoked: true })
    .where(
      and(
        eq(invitations.realm_id, context.realm.id),
        eq(invitations.inviter_id, inviter_id),
        eq(invitations.revoked, false),
        eq(invitations.used, false),
      ),
    )
    .returning({ id: invitations.id });
  if (revoked.length === 0) return;
  await recordAuditedChange(
    context,
    ...revoked.map(({ id }) => ({ action: 'invitation.revoked' as const, before: { id } })),
  );
  await announceInvites(context, inviter_id);
}

type Changes = Omit<ParsedOf<typeof api.updateUser>, 'user_id'>;

/** Changes all values or none. Only values that differ are saved and announced. */
async function change(context: ServiceContext, found: UserRow, given: Changes) {
  const { full_name, role, profile_data, new_email } = given;
  let person = await lockManagedUser(context, found);
  if (person.is_bot && (profile_data !== undefined || new_email !== undefined)) {
    throw badRequest("Bots have no profile fields, and their email address can't be changed.");
  }
  if (new_email !== undefined && new_email !== person.delivery_email) {
    requireOwnerToChangeOwner(context.user, person.role);
    person = await changeEmail(context, person, readEmail(new_email, context.baseUrl));
  }
  if (full_name !== undefined) person = await changeFullName(context, person, full_name);
  if (role !== undefined && role !== person.role) {
    const before = person;
    person = await changeRole(context, before, role);
    await revokeVisibilityByRole(context, before, person);
  }
  if (profile_data !== undefined) await changeProfileValues(context, person, profile_data);
  return {};
}

function lastUser(is_last_owner: boolean): ServiceFailure {
  const entity = is_last_owner ? 'organization owner' : 'user';
  const fields = { is_last_owner, entity };
  return new ServiceFailure(
    'CANNOT_DEACTIVATE_LAST_USER',
    `You cannot deactivate the only ${entity}.`,
    400,
    fields,
  );
}

export const accountHandlers = {
  async createUser(context, params) {
    const email = readEmail(params.email, context.baseUrl);
    const full_name = await checkFullName(context, params.full_name);
    checkStrength(params.password, [full_name, email]);
    const password_hash = await context.service.outsideTransaction(`hash\n${params.password}`, () =>
      hashPassword(params.password),
    );
    const person = await createPerson(context, { email, full_name, password_hash });
    await recordAuditedChange(context, {
      action: 'user.created',
      modified_user_id: person.id,
      after: { full_name, role: person.role },
    });
    await joinDefaultChannels(context, person);
    return { user_id: person.id };
  },

  updateUserByEmail: async (context, { email, ...changes }) =>
    change(context, await accessUserByEmail(context, email), changes),

  async deactivateUser(context, params) {
    const { user_id, deactivation_notification_comment: comment } = params;
    const found = await accessUser(context, user_id);
    if (found.is_bot) throw badRequest('No such user');
    const person = await lockManagedUser(context, found);
    if (!person.is_active) throw badRequest('User is deactivated');
    requireOwnerToChangeOwner(context.user, person.role);
    if (await isLastOwner(context, person)) {
      throw badRequest('Cannot deactivate the only organization owner');
    }
    await revokeInvitationsOf(context, person.id);
    const mails = comment === undefined ? [] : [deactivationMail(context, person, comment)];
    return deactivateAccounts(context, person, mails);
  },

  /**
   * Reactivating a bot needs permission to create one. If the bot's owner is deactivated, the caller
   * becomes its owner.
   */
  async reactivateUser(context, { user_id }) {
    const person = await lockManagedUser(context, await accessUser(context, user_id));
    if (person.is_active) return;
    if (person.is_bot) requireCanActAs(context, person);
    requirePermission(!person.is_bot || (await canCreateBot(context, person.bot_type)));
    await reactivateAccount(context, person);
    const owner = person.is_bot && (await botOwnerOf(context, person));
    if (owner && !owner.is_active) await changeBotOwner(context, person, context.user.id);
  },

  async deactivateOwnUser(context) {
    const { tx, user, realm } = context;
    if (await isLastOwner(context, user)) throw lastUser(true);
    const { user: own } = await lockCaller(context);
    const [people] = await tx
      .select({ count: count() })
      .from(users)
      .where(and(eq(users.realm_id, realm.id), eq(users.is_active, true), eq(users.is_bot, false)));
    if (Number(people?.count) <= 1) throw lastUser(false);
    if (!own.is_active) throw new ServiceFailure('UNAUTHORIZED', 'Account is deactivated', 401);
    await revokeInvitationsOf(context, own.id);
    return deactivateAccounts(context, own);
  },

  async updateUser(context, { user_id, ...changes }) {
    return change(context, await accessUser(context, user_id), changes);
  },
} satisfies Partial<OperationHandlers>;
