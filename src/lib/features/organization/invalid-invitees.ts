import * as v from 'valibot';
import type { ApiError } from '../../api/errors';

/** Someone who was not invited. */
export interface InvalidInvitee {
  readonly email: string;
  /** The server's message. */
  readonly reason: string;
}

const errorsSchema = v.array(v.looseTuple([v.string(), v.string()]));

/**
 * The people named by an INVITATION_FAILED error; empty for other errors.
 * https://zulip.com/api/send-invites
 */
export function invalidInviteesOf({ fields }: Pick<ApiError, 'fields'>): readonly InvalidInvitee[] {
  const { success, output } = v.safeParse(errorsSchema, fields['errors']);
  return success ? output.map(([email, reason]) => ({ email, reason })) : [];
}
