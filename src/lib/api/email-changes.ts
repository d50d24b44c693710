import * as v from 'valibot';
import { defineOperation, inPath, text } from './define-operation';
import { shortText } from './value-schemas';

/** Seconds for which a link confirms an address. */
export const emailChangeLifetime = 24 * 3600;

/** `used`: confirmed, or a newer one took its place. `revoked`: whoever asked has no account any more. */
export const emailChangeStates = ['open', 'expired', 'used', 'revoked'] as const;

/** What whoever follows a link is shown; nothing happens by it. Unknown keys are 404. One of ours. */
export const describeEmailChange = defineOperation({
  id: 'describeEmailChange',
  method: 'GET',
  path: '/email_changes/{key}',
  params: { key: inPath(shortText) },
  access: 'anyone',
  knownFrom: 'inkwell',
  result: v.object({ state: v.picklist(emailChangeStates), new_email: v.string() }),
});

/**
 * Gives whoever asked for it the new address: who has the link can read its mail. A link works once.
 * EMAIL_CHANGE_CLOSED {state} where it no longer does. One of ours.
 */
export const confirmEmailChange = defineOperation({
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/email_changes/confirm',
  params: {
    /** What the link ends with. */
    key: text(shortText),
  },
  access: 'anyone',
  knownFrom: 'inkwell',
  result: v.object({ delivery_email: v.string() }),
});

/** What is still to be confirmed in the organization, for its owners. One of ours. */
export const getEmailChanges = defineOperation({
  id: 'getEmailChanges',
  method: 'GET',
  path: '/email_changes',
  params: {},
  knownFrom: 'inkwell',
  result: v.object({
    email_changes: v.array(
      v.object({
        user_id: v.number(),
        new_email: v.string(),
        /** UNIX seconds. */
        expires: v.number(),
        /** Where no mail reaches the new address, an owner hands it on. */
        link: v.string(),
      }),
    ),
  }),
});

export const emailChangeOperations = { describeEmailChange, confirmEmailChange, getEmailChanges };
