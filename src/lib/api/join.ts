import * as v from 'valibot';
import { defineOperation, inPath, optional, text } from './define-operation';
import { password, textUpTo, userName, shortText } from './value-schemas';

/** `used`: an invitation by e-mail is for one. */
export const inviteStates = ['open', 'expired', 'revoked', 'used'] as const;

const key = inPath(shortText);

/** What whoever follows a link of an invitation is shown. Unknown keys are 404. One of ours. */
export const describeInvite = defineOperation({
  id: 'describeInvite',
  method: 'GET',
  path: '/join/{key}',
  params: { key },
  result: v.object({
    state: v.picklist(inviteStates),
    organization: v.string(),
    /** Full name. */
    inviter: v.string(),
    /** The role that newcomers get: 100, 200, 300, 400 or 600. */
    invited_as: v.number(),
    /** Whom an invitation by e-mail is for; null where anyone may join. */
    email: v.nullable(v.string()),
    /** By this link one gives an address, and joins by the one that is mailed to it: `mailJoinLink`. */
    confirms_email: v.boolean(),
  }),
  access: 'anyone',
  knownFrom: 'inkwell',
});

/**
 * Makes an account for whoever has the link; they can sign in with its address and password then.
 * INVITATION_CLOSED {state} where it is open no longer, EMAIL_NOT_CONFIRMED where the address has to be
 * confirmed first. One of ours.
 */
export const joinByInvite = defineOperation({
  id: 'joinByInvite',
  method: 'POST',
  path: '/join/{key}',
  params: {
    key,
    full_name: text(textUpTo(1000)),
    /** Needed for a link for many; an invitation by e-mail is for its own address. */
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
 * Mails a link to whoever wants to join by a link for many, where only addresses of some domains may:
 * whoever has that one can read the mail of its address. It is open for a day, and as long as the
 * other. INVITATION_CLOSED {state} where that is open no longer. One of ours.
 */
export const mailJoinLink = defineOperation({
  id: 'mailJoinLink',
  method: 'POST',
  path: '/join/{key}/mail',
  params: { key, email: text(userName) },
  result: v.object({}),
  access: 'anyone',
  knownFrom: 'inkwell',
});

export const joinOperations = { describeInvite, joinByInvite, mailJoinLink };
