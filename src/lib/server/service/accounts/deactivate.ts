import { and, asc, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { announceBot } from '../bots/announce';
import { announcePeer } from '../channels/announce-peer';
import type { ServiceContext } from '../context';
import { anyOf } from '../db/ids';
import { pushDevices, pushTokens } from '../db/schema/push';
import { users } from '../db/schema/users';
import { AfterCommit } from '../handler';
import type { MailMessage } from '../mail';
import type { UserRow } from '../model';
import { announcePresence } from '../presence/record';
import { endAllSessionsOf } from '../sessions';
import { announcePerson } from '../settings/announce';
import { announceStatus } from '../status/change';
import { announceAllGroups } from './group-members';
import { announceSettingsNaming } from './announce-settings';

/**
 * Deactivates a user and their bots: ends sessions and queues opened by their keys and sessions,
 * and removes their push devices. Their messages, subscriptions, groups and keys are kept in case
 * they are reactivated. Sends `mails` afterward.
 */
export async function deactivateAccounts(
  context: ServiceContext,
  person: UserRow,
  mails: readonly MailMessage[] = [],
): Promise<AfterCommit<Record<string, never>>> {
  const { tx } = context;
  const bots = await tx
    .select()
    .from(users)
    .where(and(eq(users.bot_owner_id, person.id), eq(users.is_active, true)))
    .orderBy(asc(users.id))
    .for('no key update');
  const all = [person, ...bots];
  const ids = all.map(({ id }) => id);
  await tx.update(users).set({ is_active: false }).where(anyOf(users.id, ids));
  const ended = await endAllSessionsOf(tx, ids);
  await tx.delete(pushTokens).where(anyOf(pushTokens.user_id, ids));
  await tx.delete(pushDevices).where(anyOf(pushDevices.user_id, ids));
  await recordAuditedChange(
    context,
    ...all.map(({ id }) => ({ action: 'user.deactivated' as const, modified_user_id: id })),
  );
  await announceActivity(context, all, false);
  return new AfterCommit(async ({ polls, mailer }) => {
    mailer.post(mails);
    await polls.end(ended);
    return {};
  });
}

/** Reactivates a user with their previous subscriptions, groups and API key. */
export async function reactivateAccount(context: ServiceContext, person: UserRow): Promise<void> {
  await context.tx.update(users).set({ is_active: true }).where(eq(users.id, person.id));
  await recordAuditedChange(context, { action: 'user.reactivated', modified_user_id: person.id });
  const back = { ...person, is_active: true };
  await announceActivity(context, [back], true);
  await announceSettingsNaming(context, back);
  await announceStatus(context, back);
  await announcePresence(context, back);
}

/** Groups and channels don't list deactivated users. */
async function announceActivity(
  context: ServiceContext,
  people: readonly UserRow[],
  is_active: boolean,
): Promise<void> {
  for (const person of people) {
    await announcePerson(context, person, { is_active });
    if (person.is_bot) await announceBot(context, person, { is_active });
  }
  await announceAllGroups(context, is_active ? 'add_members' : 'remove_members', people);
  for (const person of people) {
    await announcePeer(context, is_active ? 'peer_add' : 'peer_remove', person);
  }
}
