import * as v from 'valibot';
import { defineOperation, json } from './define-operation';
import { list, textUpTo } from './value-schemas';

/** Code points of a word, counted after trimming. */
export const maxAlertWordLength = 100;
/** Per user: the server searches every message for all of them. */
export const maxAlertWords = 1000;

const given = json(
  list(
    v.pipe(
      textUpTo(1000),
      v.trim(),
      v.check(
        (word) => [...word].length <= maxAlertWordLength,
        `is too long (limit: ${maxAlertWordLength} characters)`,
      ),
      v.check((word) => !word.includes('\0'), 'must not contain null bytes'),
    ),
    maxAlertWords,
  ),
);
/** All words, in the order they were added. */
const result = v.object({ alert_words: v.array(v.string()) });

/** The caller's alert words. https://zulip.com/api/get-alert-words */
export const getAlertWords = defineOperation({
  id: 'getAlertWords',
  route: 'GET /users/me/alert_words',
  result,
});

/** Skips words that exist in any case. https://zulip.com/api/add-alert-words */
export const addAlertWords = defineOperation({
  id: 'addAlertWords',
  route: 'POST /users/me/alert_words',
  params: { alert_words: given },
  result,
});

/** Ignores words that don't exist. https://zulip.com/api/remove-alert-words */
export const removeAlertWords = defineOperation({
  id: 'removeAlertWords',
  route: 'DELETE /users/me/alert_words',
  params: { alert_words: given },
  result,
});
