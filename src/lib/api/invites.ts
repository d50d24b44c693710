import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { userRoles } from './roles';
import { messageText, integer, list, textUpTo } from './value-schemas';

/** An open invitation. https://zulip.com/api/get-invites */
export const inviteSchema = v.object({
  /**
   * Unique only together with `is_multiuse`: links and email invitations are numbered separately.
   */
  id: v.number(),
  invited_by_user_id: v.number(),
  /** UNIX seconds. */
  invited: v.number(),
  /** UNIX seconds; null if it never expires. */
  expiry_date: v.nullable(v.number()),
  invited_as: v.picklist(userRoles),
  is_multiuse: v.boolean(),
  /** Only for an email invitation. */
  email: v.optional(v.string()),
  notify_referrer_on_join: v.optional(v.boolean()),
  /** Only for an invite link. */
  link_url: v.optional(v.string()),
});
export type PendingInvite = v.InferOutput<typeof inviteSchema>;

/** Code points. */
export const maxInviteWelcomeLength = 8000;
/** Email addresses per call. */
export const maxInvitees = 500;
/** A hundred years. */
const maxInviteMinutes = 52_560_000;

const welcomeText = v.pipe(
  messageText,
  v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
  v.check(
    (value) =>
      value.length <= 2 * maxInviteWelcomeLength && [...value].length <= maxInviteWelcomeLength,
    `is too long (limit: ${maxInviteWelcomeLength} characters)`,
  ),
  // Sent as raw text, so the text `null` means null.
  v.transform((value) => (value === 'null' ? null : value)),
);

const common = {
  /** Null: never expires. If omitted, the server uses `INVITATION_LINK_VALIDITY_MINUTES`. */
  invite_expires_in_minutes: optional(
    json(v.nullable(v.pipe(integer, v.minValue(1), v.maxValue(maxInviteMinutes))), { since: 126 }),
  ),
  invite_as: optional(json(v.picklist(userRoles), { since: 61 })),
  group_ids: optional(json(list(integer, 1000), { since: 322 })),
  include_realm_default_subscriptions: optional(json(v.boolean(), { since: 261 })),
  /** Null: the organization's default text; empty: no message. */
  welcome_message_custom_text: optional(text(welcomeText, { since: 416 })),
};
const stream_ids = json(list(integer, 1000));
const invite_id = inPath(integer);

/**
 * All open invitations; only administrators also get those of other people.
 * https://zulip.com/api/get-invites
 */
export const getInvites = defineOperation({
  id: 'getInvites',
  route: 'GET /invites',
  result: v.object({ invites: v.array(inviteSchema) }),
  access: 'member',
});

/** Sends one invitation to each address. https://zulip.com/api/send-invites */
export const sendInvites = defineOperation({
  id: 'sendInvites',
  route: 'POST /invites',
  params: {
    /** Separated by commas or line breaks; `Name <address>` works too. */
    invitee_emails: text(textUpTo(200_000)),
    stream_ids,
    ...common,
    notify_referrer_on_join: optional(json(v.boolean(), { since: 267 })),
  },
  access: 'member',
});

/**
 * Creates a link that any number of people can use to join.
 * https://zulip.com/api/create-invite-link
 */
export const createInviteLink = defineOperation({
  id: 'createInviteLink',
  route: 'POST /invites/multiuse',
  params: { stream_ids: optional(stream_ids), ...common },
  result: v.object({ invite_link: v.string() }),
  access: 'member',
});

/** https://zulip.com/api/revoke-email-invite */
export const revokeEmailInvite = defineOperation({
  id: 'revokeEmailInvite',
  route: 'DELETE /invites/{invite_id}',
  params: { invite_id },
  access: 'member',
});

/** https://zulip.com/api/revoke-invite-link */
export const revokeInviteLink = defineOperation({
  id: 'revokeInviteLink',
  route: 'DELETE /invites/multiuse/{invite_id}',
  params: { invite_id },
  access: 'member',
});

/** Also restarts the time until it expires. https://zulip.com/api/resend-email-invite */
export const resendEmailInvite = defineOperation({
  id: 'resendEmailInvite',
  route: 'POST /invites/{invite_id}/resend',
  params: { invite_id },
  access: 'member',
});

/**
 * The link sent in the email, for owners: the server might not be able to send email. Inkwell only.
 */
export const getEmailInviteLink = defineOperation({
  id: 'getEmailInviteLink',
  route: 'GET /invites/{invite_id}/link',
  params: { invite_id },
  result: v.object({ invite_link: v.string() }),
  access: 'administrator',
  knownFrom: 'inkwell',
});

/** Whether this server sends email. If not, no one's address is verified when they join. Inkwell only. */
export const describeMail = defineOperation({
  id: 'describeMail',
  route: 'GET /mail',
  result: v.object({ is_sent: v.boolean() }),
  access: 'member',
  knownFrom: 'inkwell',
});
