import { eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import type { UserRow } from '../model';
import { changeStatus, readStatus } from '../status/change';
import { findStatus, wireStatus } from '../status/read';
import { findUserById } from '../users/find-user';
import { settingOf } from '../users/settings';
import { announceSettings } from '../settings/announce';

/** Sets presence through the older parameter `away`, its opposite. The caller's row is locked. */
async function setPresenceEnabled(context: ServiceContext, value: boolean): Promise<void> {
  const { tx, user } = context;
  if (settingOf(user, 'presence_enabled') === value) return;
  const changed = { presence_enabled: value };
  const [after] = await tx
    .update(users)
    .set({ settings: sql`${users.settings} || ${JSON.stringify(changed)}::jsonb` })
    .where(eq(users.id, user.id))
    .returning();
  if (!after) throw new Error('the account vanished');
  await announceSettings(context, changed, user, after);
}

const noSuchUser = () => badRequest('No such user');

/** Finds a person. Bots have no status. */
async function findPerson(context: ServiceContext, id: number): Promise<UserRow> {
  const found = await findUserById(context, id);
  if (!found || found.is_bot) throw noSuchUser();
  return found;
}

/** The user's current row, locked so that concurrent changes run one after the other. */
async function lock({ tx }: ServiceContext, { id }: UserRow): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!row) throw new Error('the account vanished');
  return row;
}

export const statusHandlers = {
  async getUserStatus(context, { user_id }) {
    const person = await findPerson(context, user_id);
    return { status: wireStatus(person, await findStatus(context, person.id)) };
  },

  async updateStatus(context, { away, ...given }) {
    const status = await readStatus(context, given);
    if (away === undefined && Object.keys(status).length === 0)
      throw badRequest('Specify at least one parameter.');
    const user = await lock(context, context.user);
    if (away !== undefined) await setPresenceEnabled({ ...context, user }, !away);
    await changeStatus(context, user, status);
  },

  async updateStatusForUser(context, { user_id, ...given }) {
    const person = await findPerson(context, user_id);
    const status = await readStatus(context, given);
    if (Object.keys(status).length === 0) throw badRequest('Specify at least one parameter.');
    if (!person.is_active) throw badRequest('User is deactivated');
    const before = await changeStatus(context, await lock(context, person), status);
    if (before) {
      await recordAuditedChange(context, {
        action: 'user.status_changed',
        modified_user_id: person.id,
        before,
        after: wireStatus(person, await findStatus(context, person.id)),
      });
    }
  },
} satisfies Partial<OperationHandlers>;
