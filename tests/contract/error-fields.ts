/**
 * Fields of an error's body in addition to `result`, `msg` and `code`, by code.
 * https://zulip.com/api/rest-error-handling
 */
export const allowedErrorFields: Readonly<Record<string, readonly string[]>> = {
  ADMIN_ACTION_REQUIRED: [],
  AUTHENTICATION_FAILED: [],
  BAD_EVENT_QUEUE_ID: ['queue_id'],
  BAD_IMAGE: [],
  BAD_NARROW: ['desc'],
  BAD_REQUEST: ['parameters', 'errors', 'empty_topic_display_name'],
  CANNOT_DEACTIVATE_GROUP_IN_USE: ['objections'],
  CANNOT_DEACTIVATE_LAST_USER: ['is_last_owner', 'entity'],
  CHANNEL_ALREADY_EXISTS: ['channel_name'],
  // Inkwell only: no documented code is similar.
  DISK_FULL: [],
  // Inkwell only: a link that no longer confirms an address.
  EMAIL_CHANGE_CLOSED: ['state'],
  // Inkwell only: joining waits for an email.
  EMAIL_NOT_CONFIRMED: [],
  EXPECTATION_MISMATCH: ['field_name'],
  FAILED_TO_CONNECT_BOUNCER: [],
  INTERNAL_SERVER_ERROR_ON_BOUNCER: [],
  INVALID_API_KEY: [],
  INVALID_PUSH_DEVICE_TOKEN: [],
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: [],
  // Inkwell only: the documented codes are for accounts and keys.
  INVITATION_CLOSED: ['state'],
  INVITATION_FAILED: ['errors', 'sent_invitations', 'license_limit_reached', 'daily_limit_reached'],
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: [
    'first_message_id_allowed_to_move',
    'total_messages_in_topic',
    'total_messages_allowed_to_move',
  ],
  NONEXISTENT_SUBDOMAIN: [],
  NOT_FOUND: [],
  NO_ACTIVE_PUSH_DEVICE: [],
  PASSWORD_AUTH_DISABLED: [],
  PASSWORD_RESET_REQUIRED: [],
  PUSH_NOTIFICATIONS_DISALLOWED: [],
  PUSH_SERVICE_NOT_CONFIGURED: [],
  RATE_LIMIT_HIT: ['retry-after'],
  REACTION_ALREADY_EXISTS: [],
  REACTION_DOES_NOT_EXIST: [],
  REALM_DEACTIVATED: [],
  REALM_UPLOAD_QUOTA: [],
  REQUEST_CONFUSING_VAR: ['var_name1', 'var_name2'],
  REQUEST_VARIABLE_INVALID: ['var_name', 'bad_value'],
  REQUEST_VARIABLE_MISSING: ['var_name'],
  STREAM_DOES_NOT_EXIST: ['stream', 'stream_id'],
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: [],
  SYSTEM_GROUP_REQUIRED: ['setting_name'],
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: [],
  UNAUTHORIZED: [],
  UNAUTHORIZED_PRINCIPAL: [],
  USER_DEACTIVATED: [],
};
