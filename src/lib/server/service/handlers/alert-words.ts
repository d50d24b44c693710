import { maxAlertWords } from '$lib/api/alert-words';
import { foldCase } from '$lib/api/fold-case';
import { eq, inArray } from 'drizzle-orm';
import { listAlertWords, loadOwnAlertWords } from '../alert-words/list';
import { firstRunOf } from '../alert-words/match';
import type { ServiceContext } from '../context';
import { alertWords } from '../db/schema/alert-words';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';

/** Makes concurrent additions run one after the other. */
async function lockOwner({ tx, user }: ServiceContext): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
}

/** Sends the whole list to the user's clients, as the API requires. */
async function announce(context: ServiceContext): Promise<{ alert_words: string[] }> {
  const alert_words = await listAlertWords(context);
  context.emit({ payload: { type: 'alert_words', alert_words }, audience: [context.user.id] });
  return { alert_words };
}

export const alertWordHandlers = {
  getAlertWords: async (context) => ({
    alert_words: await listAlertWords(context),
  }),

  async addAlertWords(context, given) {
    const { tx, user, realm } = context;
    await lockOwner(context);
    const old = await listAlertWords(context);
    const known = new Set(old.map(foldCase));
    const added = given.alert_words.filter((word) => {
      const small = foldCase(word);
      if (word === '' || known.has(small)) return false;
      known.add(small);
      return true;
    });
    if (added.length === 0) return { alert_words: old };
    if (known.size > maxAlertWords) {
      throw badRequest(`You can have at most ${maxAlertWords} alert words.`);
    }
    await tx.insert(alertWords).values(
      added.map((word) => ({
        ...{ realm_id: realm.id, user_id: user.id, word },
        first_run: firstRunOf(word),
      })),
    );
    return announce(context);
  },

  async removeAlertWords(context, given) {
    const unwanted = new Set(given.alert_words.map(foldCase));
    const ids = (await loadOwnAlertWords(context))
      .filter(({ word }) => unwanted.has(foldCase(word)))
      .map(({ id }) => id);
    const gone =
      ids.length === 0
        ? []
        : await context.tx
            .delete(alertWords)
            .where(inArray(alertWords.id, ids))
            .returning({ id: alertWords.id });
    return gone.length > 0 ? announce(context) : { alert_words: await listAlertWords(context) };
  },
} satisfies Partial<OperationHandlers>;
