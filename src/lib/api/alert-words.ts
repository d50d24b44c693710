import * as v from 'valibot';
import { defineOperation, json } from './define-operation';
import { list, textUpTo } from './value-schemas';

/** Code points of a word, counted after stripping. */
export const maxAlertWordLength = 100;
/** Of one person: every message is looked through for all of them. */
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
/** All of them, in the order in which they were added. */
const result = v.object({ alert_words: v.array(v.string()) });

/** One's own. https://zulip.com/api/get-alert-words */
export const getAlertWords = defineOperation({
  id: 'getAlertWords',
  method: 'GET',
  path: '/users/me/alert_words',
  params: {},
  result,
});

/** Those that are there already stay as they are, in whichever case. https://zulip.com/api/add-alert-words */
export const addAlertWords = defineOperation({
  id: 'addAlertWords',
  method: 'POST',
  path: '/users/me/alert_words',
  params: { alert_words: given },
  result,
});

/** Those that are not there are no error. https://zulip.com/api/remove-alert-words */
export const removeAlertWords = defineOperation({
  id: 'removeAlertWords',
  method: 'DELETE',
  path: '/users/me/alert_words',
  params: { alert_words: given },
  result,
});

export const alertWordOperations = { getAlertWords, addAlertWords, removeAlertWords };
