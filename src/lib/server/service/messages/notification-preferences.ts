import { foldCase } from '$lib/api/fold-case';
import { sql } from 'drizzle-orm';
import { findWords, firstRunsOf } from '../alert-words/match';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';

/** Notification settings of users that apply to a text and its sender, by user id. */
export interface NotificationPreferences {
  /** Users with an alert word in the text. */
  readonly alerted: ReadonlySet<number>;
  /** Users who muted the sender. */
  readonly muting: ReadonlySet<number>;
}

/**
 * Reads the preferences of the whole organization with one statement. Only alert words whose start
 * occurs in the text are read, which are few.
 */
export async function loadNotificationPreferences(
  context: ServiceContext,
  content: string,
): Promise<NotificationPreferences> {
  return (await loadPreferencesByContent(context, [content]))(content);
}

/**
 * Starts the read early for a caller that may need it later. If it never awaits the result, a
 * failure is ignored.
 */
export function prefetchNotificationPreferences(
  context: ServiceContext,
  contentOf: () => string,
): Promise<NotificationPreferences> {
  const preferences = Promise.resolve().then(() =>
    loadNotificationPreferences(context, contentOf()),
  );
  preferences.catch(() => undefined);
  return preferences;
}

/** Does the same for several texts with one statement. */
export async function loadPreferencesByContent(
  { tx, user, realm }: ServiceContext,
  contents: Iterable<string>,
): Promise<(content: string) => NotificationPreferences> {
  const first = new Set([...contents].flatMap((content) => [...firstRunsOf(content)]));
  const runs = `{${[...first].map((run) => `"${run}"`).join()}}`;
  const rows = await queryRows<{ user_id: number; word: string | null }>(
    tx,
    sql`select user_id, null as word from muted_users where muted_user_id = ${user.id}::int
      union all
      select user_id, word from alert_words
      where realm_id = ${realm.id}::int and first_run = any(${runs}::text[])`,
  );
  const words = rows.flatMap(({ word }) => word ?? []);
  const muting = new Set(rows.filter(({ word }) => word === null).map(({ user_id }) => user_id));
  return (content) => {
    const found = words.length > 0 ? findWords(content, words) : new Set();
    const alerted = rows.filter(({ word }) => word !== null && found.has(foldCase(word)));
    return { alerted: new Set(alerted.map(({ user_id }) => user_id)), muting };
  };
}
