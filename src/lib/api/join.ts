import * as v from 'valibot';
import { defineOperation, inPath, optional, text } from './define-operation';
import { password, textUpTo, userName, shortText } from './value-schemas';

/** `used`: only an email invitation, which works once. */
export const inviteStates = ['open', 'expired', 'revoked', 'used'] as const;

const key = inPath(shortText);

/** Details to show to anyone who opens an invitation. Unknown keys are 404. Inkwell only. */
export const describeInvite = defineOperation({
  id: 'describeInvite',
  route: 'GET /join/{key}',
  params: { key },
  result: v.object({
    state: v.picklist(inviteStates),
    organization: v.string(),
    /** The inviter's full name. */
    inviter: v.string(),
    /** Role of the new account. */
    invited_as: v.number(),
    /** Address of an email invitation; null if anyone can join. */
    email: v.nullable(v.string()),
    /** Whether joining requires confirming an email address with a link from `mailJoinLink`. */
    confirms_email: v.boolean(),
  }),
  access: 'anyone',
  knownFrom: 'inkwell',
});

/**
 * Creates an account for anyone who has the link. The new user can then sign in with address and
 * password. Fails with INVITATION_CLOSED {state} if the invitation is no longer open, and with
 * EMAIL_NOT_CONFIRMED if the address must be confirmed first. Inkwell only.
 */
export const joinByInvite = defineOperation({
  id: 'joinByInvite',
  route: 'POST /join/{key}',
  params: {
    key,
    full_name: text(textUpTo(1000)),
    /** Required for an invite link; an email invitation has its own address. */
    email: optional(text(userName)),
    password: text(password),
    /** IANA identifier. */
    timezone: optional(text(shortText)),
  },
  result: v.object({ user_id: v.number(), email: v.string() }),
  access: 'anyone',
  knownFrom: 'inkwell',
});

/**
 * For an invite link to an organization restricted to some email domains: emails a personal link,
 * which proves access to the mailbox. The personal link expires after a day, or with the invite
 * link if that is sooner. Fails with INVITATION_CLOSED {state} if the invite link is no longer
 * open. Inkwell only.
 */
export const mailJoinLink = defineOperation({
  id: 'mailJoinLink',
  route: 'POST /join/{key}/mail',
  params: { key, email: text(userName) },
  access: 'anyone',
  knownFrom: 'inkwell',
});
