import * as v from 'valibot';
import { userStatusSchema } from './user-status';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

/** Code points, counted after trimming. */
export const maxStatusLength = 60;

const user_id = inPath(integer);
const status_text = text(
  v.pipe(
    shortText,
    v.trim(),
    v.check(
      (value) => [...value].length <= maxStatusLength,
      `is too long (limit: ${maxStatusLength} characters)`,
    ),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  ),
);
const params = {
  /** Empty: clears it. */
  status_text: optional(status_text),
  /** Empty: clears it. If code and type are omitted, the server looks them up. */
  emoji_name: optional(text(shortText)),
  emoji_code: optional(text(shortText)),
  reaction_type: optional(text(shortText)),
};

/** https://zulip.com/api/get-user-status */
export const getUserStatus = defineOperation({
  id: 'getUserStatus',
  route: 'GET /users/{user_id}/status',
  params: { user_id },
  result: v.object({ status: userStatusSchema }),
  since: 262,
});

/** The caller's status; omitted parameters stay unchanged. https://zulip.com/api/update-status */
export const updateStatus = defineOperation({
  id: 'updateStatus',
  route: 'POST /users/me/status',
  params: { ...params, away: optional(json(v.boolean())) },
  access: 'human',
});

/** Another user's status, for administrators. https://zulip.com/api/update-status-for-user */
export const updateStatusForUser = defineOperation({
  id: 'updateStatusForUser',
  route: 'POST /users/{user_id}/status',
  params: { user_id, ...params },
  access: 'administrator',
  since: 407,
});
