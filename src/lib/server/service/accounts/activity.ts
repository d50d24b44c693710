import { and, asc, eq, sql } from 'drizzle-orm';
import { createApiKey } from '../api-keys';
import { recordChange } from '../audit/record';
import { announceBot } from '../bots/announce';
import { announcePeer } from '../channels/one-peer';
import type { Context } from '../context';
import { anyOf, idArray } from '../db/ids';
import { pushDevices, pushTokens } from '../db/schema/push';
import { users } from '../db/schema/users';
import { AfterCommit } from '../handler';
import type { Mail } from '../mail';
import type { User } from '../model';
import { endAllOf } from '../sessions';
import { announcePerson } from '../settings/announce';
import { announceAllGroups } from './group-members';
import { announceNamedAgain } from './named-in-settings';

/**
 * Deactivates somebody with their bots: what their keys and sessions opened ends, and the keys with
 * it, and no device of theirs is notified. What they wrote, and what they are in, stays for the case
 * that they come back. `mails` go out when it is done.
 */
export async function deactivate(
  context: Context,
  person: User,
  mails: readonly Mail[] = [],
): Promise<AfterCommit<Record<string, never>>> {
  const { tx } = context;
  const bots = await tx
    .select()
    .from(users)
    .where(and(eq(users.bot_owner_id, person.id), eq(users.is_active, true)))
    .orderBy(asc(users.id))
    .for('no key update');
  const all = [person, ...bots];
  const keys = all.map(() => createApiKey());
  const ids = all.map(({ id }) => id);
  await tx.execute(sql`update users set is_active = false, api_key = gone.api_key
    from unnest(${idArray(ids)}, ${`{${keys.join()}}`}::text[]) as gone(id, api_key)
    where users.id = gone.id`);
  const ended = await endAllOf(tx, ids);
  await tx.delete(pushTokens).where(anyOf(pushTokens.user_id, ids));
  await tx.delete(pushDevices).where(anyOf(pushDevices.user_id, ids));
  await recordChange(
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

/** Lets somebody come back to what they were in. They get a new key. */
export async function reactivate(context: Context, person: User): Promise<void> {
  await context.tx.update(users).set({ is_active: true }).where(eq(users.id, person.id));
  await recordChange(context, { action: 'user.reactivated', modified_user_id: person.id });
  await announceActivity(context, [{ ...person, is_active: true }], true);
  await announceNamedAgain(context, person);
}

/** Groups and channels list nobody who is deactivated. */
async function announceActivity(
  context: Context,
  people: readonly User[],
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
