import type { ParsedOf } from '$lib/api/define-operation';
import { accountLanguages } from '$lib/api/account-languages';
import type { updateSettings as UpdateSettings } from '$lib/api/settings';
import { settingNames, type UserSettings } from '$lib/api/settings-table';
import { canChangeOwnProfile } from '$lib/api/permissions/organization';
import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { drafts } from '../db/schema/drafts';
import { users } from '../db/schema/users';
import { startEmailChange } from '../email-changes/start';
import { badRequest } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';
import type { MailMessage } from '../mail';
import { realmSettingOf } from '../realm/settings';
import { endOtherSessionsOf } from '../sessions';
import { announcePerson, announceSettings } from '../settings/announce';
import { checkFullName } from '../settings/full-name';
import { changePassword } from '../settings/password';
import { isTimeZone } from '../settings/time-zone';
import { lockCaller } from '../users/lock';
import { settingsOf } from '../users/settings';

type Params = ParsedOf<typeof UpdateSettings>;

/** Sends the emails after the commit. */
function posting(mails: readonly MailMessage[]): object | AfterCommit<object> {
  if (mails.length === 0) return {};
  return new AfterCommit(async ({ mailer }) => {
    mailer.post(mails);
    return {};
  });
}

/** Checks that the table's schemas can't make. */
function checkValues(params: Params): void {
  const { default_language, timezone } = params;
  if (default_language !== undefined && !Object.hasOwn(accountLanguages, default_language)) {
    throw badRequest('Invalid default_language');
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    throw badRequest('timezone is not a recognized time zone');
  }
}

function changesOf(params: Params, current: UserSettings): Partial<UserSettings> {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = params[name];
      return value === undefined || value === current[name] ? [] : [[name, value]];
    }),
  );
}

/** Undefined if nothing changes, which is no error even if names are locked. */
async function newName(
  context: ServiceContext,
  given: string | undefined,
): Promise<string | undefined> {
  const { user, realm } = context;
  if (given === undefined || given.trim() === user.full_name) return undefined;
  if (!canChangeOwnProfile(user, realmSettingOf(realm, 'name_changes_disabled'))) return undefined;
  return checkFullName(context, given, user.id);
}

export const settingHandlers = {
  /**
   * Saves and announces only values that differ, all or nothing. A new password ends all other
   * sessions of the account.
   */
  async updateSettings(given, params) {
    const { tx } = given;
    checkValues(params);
    const context = await lockCaller(given);
    const { user } = context;
    const mails = await startEmailChange(context, params.email);
    const full_name = await newName(context, params.full_name);
    const changed = changesOf(params, settingsOf(user));
    const { timezone, ...settings } = changed;
    const values = {
      ...(full_name !== undefined && { full_name }),
      ...(timezone !== undefined && { timezone }),
      ...(params.new_password !== undefined && {
        password_hash: await changePassword(context, params.old_password, params.new_password),
      }),
      ...(Object.keys(settings).length > 0 && {
        settings: sql`${users.settings} || ${JSON.stringify(settings)}::jsonb`,
      }),
    };
    if (Object.keys(values).length === 0) return posting(mails);
    const [after] = await tx.update(users).set(values).where(eq(users.id, user.id)).returning();
    if (!after) throw new Error('the account vanished');
    if (changed.enable_drafts_synchronization === false) {
      await tx.delete(drafts).where(eq(drafts.user_id, user.id));
    }
    if (full_name !== undefined) await announcePerson(context, after, { full_name });
    await announceSettings(context, changed, user, after);
    if (params.new_password === undefined) return posting(mails);
    const ended = await endOtherSessionsOf(tx, user.id, context.request.session);
    return new AfterCommit(async ({ polls, mailer }) => {
      mailer.post(mails);
      await polls.end(ended);
      return {};
    });
  },
} satisfies Partial<OperationHandlers>;
