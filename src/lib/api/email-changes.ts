import * as v from 'valibot';
import { defineOperation, inPath, text } from './define-operation';
import { shortText } from './value-schemas';

/** Seconds until a confirmation link expires. */
export const emailChangeLifetime = 24 * 3600;

/** `used`: confirmed, or replaced by a newer link. `revoked`: the user's account is deactivated. */
export const emailChangeStates = ['open', 'expired', 'used', 'revoked'] as const;

/**
 * Details to show to anyone who opens a link; changes nothing. Unknown keys are 404. Inkwell only.
 */
export const describeEmailChange = defineOperation({
  id: 'describeEmailChange',
  route: 'GET /email_changes/{key}',
  params: { key: inPath(shortText) },
  access: 'anyone',
  knownFrom: 'inkwell',
  result: v.object({ state: v.picklist(emailChangeStates), new_email: v.string() }),
});

/**
 * Sets the new address of the user who requested it: having the link proves access to the mailbox.
 * Each link works once, then it fails with EMAIL_CHANGE_CLOSED {state}. Inkwell only.
 */
export const confirmEmailChange = defineOperation({
  id: 'confirmEmailChange',
  route: 'POST /email_changes/confirm',
  params: {
    /** Last part of the link. */
    key: text(shortText),
  },
  access: 'anyone',
  knownFrom: 'inkwell',
  result: v.object({ delivery_email: v.string() }),
});

/** The organization's unconfirmed email changes, for owners. Inkwell only. */
export const getEmailChanges = defineOperation({
  id: 'getEmailChanges',
  route: 'GET /email_changes',
  knownFrom: 'inkwell',
  result: v.object({
    email_changes: v.array(
      v.object({
        user_id: v.number(),
        new_email: v.string(),
        /** UNIX seconds. */
        expires: v.number(),
        /** For an owner to pass on if email doesn't reach the new address. */
        link: v.string(),
      }),
    ),
  }),
});
