import * as v from 'valibot';
import type { ApiError } from '../../api/errors';

/** Somebody who was not invited. */
export interface InvalidInvitee {
  readonly email: string;
  /** In the server's words. */
  readonly reason: string;
}

const errorsSchema = v.array(v.looseTuple([v.string(), v.string()]));

/** Whom INVITATION_FAILED names; none of another failure. https://zulip.com/api/send-invites */
export function invalidInviteesOf({ fields }: Pick<ApiError, 'fields'>): readonly InvalidInvitee[] {
  const { success, output } = v.safeParse(errorsSchema, fields['errors']);
  return success ? output.map(([email, reason]) => ({ email, reason })) : [];
}
