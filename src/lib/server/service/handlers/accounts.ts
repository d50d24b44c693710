import type * as api from '$lib/api/accounts';
import { and, count, eq } from 'drizzle-orm';
import { recordChange } from '../audit/record';
import { changeOwner, ownerOf } from '../bots/change-owner';
import { mayCreateBot } from '../bots/rules';
import type { Context } from '../context';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import type { Handler } from '../handler';
import { revokeInvitationsOf } from '../invitations/revoke-all';
import { hashPassword } from '../passwords';
import { checkOwner, isLastOwner } from '../permissions/people';
import { changeValues } from '../profile/change-values';
import { checkFullName } from '../settings/full-name';
import { checkStrength } from '../settings/password';
import type { User } from '../model';
import { accessUser, accessUserByEmail, checkMayActAs, lockManaged } from '../accounts/access';
import { deactivate, reactivate } from '../accounts/activity';
import { changeEmail } from '../accounts/change-email';
import { changeFullName } from '../accounts/change-name';
import { changeRole } from '../accounts/change-role';
import { createPerson, joinDefaultChannels } from '../accounts/create';
import { deactivationMail } from '../accounts/deactivation-mail';
import { readEmail } from '../users/email';
import { lockCaller } from '../users/lock';
import { endSightByRole } from '../events/end-sight';

const createUser: Handler<typeof api.createUser> = async (context, params) => {
  const email = readEmail(params.email, context.baseUrl);
  const full_name = await checkFullName(context, params.full_name);
  checkStrength(params.password, [full_name, email]);
  const password_hash = await context.aside(`hash\n${params.password}`, () =>
    hashPassword(params.password),
  );
  const person = await createPerson(context, { email, full_name, password_hash });
  await recordChange(context, {
    action: 'user.created',
    modified_user_id: person.id,
    after: { full_name, role: person.role },
  });
  await joinDefaultChannels(context, person);
  return { user_id: person.id };
};

type Changes = Omit<Parameters<typeof updateUser>[1], 'user_id'>;

const updateUser: Handler<typeof api.updateUser> = async (context, { user_id, ...changes }) =>
  change(context, await accessUser(context, user_id), changes);

const updateUserByEmail: Handler<typeof api.updateUserByEmail> = async (
  context,
  { email, ...changes },
) => change(context, await accessUserByEmail(context, email), changes);

/** All or nothing; only values that differ are saved and announced. */
async function change(context: Context, found: User, given: Changes) {
  const { full_name, role, profile_data, new_email } = given;
  let person = await lockManaged(context, found);
  if (person.is_bot && (profile_data !== undefined || new_email !== undefined)) {
    throw badRequest('A bot has no profile, and its address stays.');
  }
  if (new_email !== undefined && new_email !== person.delivery_email) {
    checkOwner(context.user, person.role);
    person = await changeEmail(context, person, readEmail(new_email, context.baseUrl));
  }
  if (full_name !== undefined) person = await changeFullName(context, person, full_name);
  if (role !== undefined && role !== person.role) {
    const before = person;
    person = await changeRole(context, before, role);
    await endSightByRole(context, before, person);
  }
  if (profile_data !== undefined) await changeValues(context, person, profile_data);
  return {};
}

const deactivateUser: Handler<typeof api.deactivateUser> = async (context, params) => {
  const { user_id, deactivation_notification_comment: comment } = params;
  const found = await accessUser(context, user_id);
  if (found.is_bot) throw badRequest('No such user');
  const person = await lockManaged(context, found);
  if (!person.is_active) throw badRequest('User is deactivated');
  checkOwner(context.user, person.role);
  if (await isLastOwner(context, person)) {
    throw badRequest('Cannot deactivate the only organization owner');
  }
  await revokeInvitationsOf(context, person.id);
  const mails = comment === undefined ? [] : [deactivationMail(context, person, comment)];
  return deactivate(context, person, mails);
};

/** A bot comes back where the caller may make one; one whose owner has left becomes the caller's. */
const reactivateUser: Handler<typeof api.reactivateUser> = async (context, { user_id }) => {
  const person = await lockManaged(context, await accessUser(context, user_id));
  if (person.is_active) return {};
  if (person.is_bot) checkMayActAs(context, person);
  if (person.is_bot && !(await mayCreateBot(context, person.bot_type))) {
    throw badRequest('Insufficient permission');
  }
  await reactivate(context, person);
  const owner = person.is_bot && (await ownerOf(context, person));
  if (owner && !owner.is_active) await changeOwner(context, person, context.user.id);
  return {};
};

const deactivateOwnUser: Handler<typeof api.deactivateOwnUser> = async (context) => {
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
  return deactivate(context, own);
};

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
  createUser,
  updateUser,
  updateUserByEmail,
  deactivateUser,
  reactivateUser,
  deactivateOwnUser,
};
