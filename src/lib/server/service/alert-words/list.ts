import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { alertWords } from '../db/schema/alert-words';

/** The caller's own, in the order in which they were added. */
export function loadOwnAlertWords({ tx, user }: ServiceContext) {
  return tx
    .select({ id: alertWords.id, word: alertWords.word })
    .from(alertWords)
    .where(eq(alertWords.user_id, user.id))
    .orderBy(asc(alertWords.id));
}

/** In the API's form. https://zulip.com/api/get-alert-words */
export async function listAlertWords(context: ServiceContext): Promise<string[]> {
  return (await loadOwnAlertWords(context)).map(({ word }) => word);
}
