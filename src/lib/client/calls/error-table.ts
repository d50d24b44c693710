import { m } from '$lib/paraglide/messages';
import {
  ApiError,
  MalformedReply,
  NetworkFailure,
  ServerFault,
  UnsupportedOperation,
} from '../../api/errors';
import { serverSentence } from '../server-sentence';
import { formatDuration } from './format-duration';

export interface ErrorExplanation {
  readonly text: string;
  /**
   * `quiet` is shown briefly or not at all, `warning` resolves without the user, `error` needs the
   * user.
   */
  readonly severity: 'quiet' | 'warning' | 'error';
  /** Whether a retry can help: immediately, after a while, or never. */
  readonly retry: 'now' | 'later' | 'never';
  /** What else helps. */
  readonly action?: 'sign-in' | 'reload';
}

type Row = Omit<ErrorExplanation, 'text'> & { readonly text: (failure: ApiError) => string };

const error = (text: (failure: ApiError) => string, action?: ErrorExplanation['action']): Row => ({
  text,
  severity: 'error',
  retry: 'never',
  ...(action && { action }),
});
const warning = (text: (failure: ApiError) => string, retry: 'now' | 'later'): Row => ({
  text,
  severity: 'warning',
  retry,
});

const quiet = (text: (failure: ApiError) => string): Row => ({
  text,
  severity: 'quiet',
  retry: 'never',
});

/** How much of a topic can still be moved. */
function moveLimitLabel({ fields }: ApiError): string {
  const count = Number(fields['total_messages_allowed_to_move']) || 0;
  const total = Number(fields['total_messages_in_topic']) || 0;
  return m.errors_move_limit({ count, total });
}

/** The server's own sentence is the most exact one: it names the value that it refused. */
const badRequestText = (failure: ApiError) =>
  m.errors_bad_request({ reason: serverSentence(failure.serverMessage || failure.code) });

/**
 * Explanation of each error code. Codes without a row show the server's own message.
 * Source: https://zulip.com/api/rest-error-handling.
 */
export const errorTable: Readonly<Record<string, Row>> = {
  BAD_REQUEST: error(badRequestText),
  UNAUTHORIZED: error(m.errors_signed_out, 'sign-in'),
  INVALID_API_KEY: error(m.errors_signed_out, 'sign-in'),
  USER_DEACTIVATED: error(m.errors_deactivated_user, 'sign-in'),
  REALM_DEACTIVATED: error(m.errors_deactivated_realm, 'sign-in'),
  AUTHENTICATION_FAILED: error(m.errors_wrong_credentials),
  PASSWORD_AUTH_DISABLED: error(m.errors_password_auth_off),
  PASSWORD_RESET_REQUIRED: error(m.errors_password_reset),
  NONEXISTENT_SUBDOMAIN: error(m.errors_not_found_realm),
  UNAUTHORIZED_PRINCIPAL: error(m.errors_not_allowed),
  STREAM_DOES_NOT_EXIST: error(m.errors_archived_or_gone),
  EMAIL_NOT_CONFIRMED: error(m.errors_email_not_confirmed),
  INVITATION_CLOSED: error(m.errors_invitation_closed),
  EXPECTATION_MISMATCH: error(m.errors_changed_meanwhile),
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: error(m.errors_wildcard),
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: error(m.errors_wildcard),
  CHANNEL_ALREADY_EXISTS: error(m.errors_channel_exists),
  CANNOT_DEACTIVATE_LAST_USER: error(({ fields }) =>
    fields['is_last_owner'] === true ? m.errors_last_owner() : m.errors_last_user(),
  ),
  CANNOT_DEACTIVATE_GROUP_IN_USE: error(m.errors_group_in_use),
  SYSTEM_GROUP_REQUIRED: error(m.errors_system_group),
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: error(moveLimitLabel),
  // Already done, by another user or device.
  REACTION_ALREADY_EXISTS: quiet(m.errors_done_already),
  REACTION_DOES_NOT_EXIST: quiet(m.errors_done_already),
  REALM_UPLOAD_QUOTA: error(m.errors_upload_quota),
  BAD_IMAGE: error(m.errors_bad_image),
  PUSH_SERVICE_NOT_CONFIGURED: error(m.errors_no_push),
  PUSH_NOTIFICATIONS_DISALLOWED: error(m.errors_no_push),
  NO_ACTIVE_PUSH_DEVICE: error(m.errors_no_device),
  INVALID_PUSH_DEVICE_TOKEN: error(m.errors_unknown_device),
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: error(m.errors_unknown_device),
  FAILED_TO_CONNECT_BOUNCER: warning(m.errors_push_relay, 'later'),
  INTERNAL_SERVER_ERROR_ON_BOUNCER: warning(m.errors_push_relay, 'later'),
  SERVER_NOT_READY: warning(m.errors_server_starting, 'later'),
  CSRF_FAILED: error(m.errors_csrf, 'reload'),
  // Our own code: the server fails at this repeatedly.
  SERVER_FAULT: error(m.errors_server),
  // Our own code: this device has no space to store the change.
  DEVICE_FULL: error(m.outbox_full),
  BAD_EVENT_QUEUE_ID: { ...quiet(m.errors_queue_gone), retry: 'now' },
  RATE_LIMIT_HIT: warning(
    ({ fields }) =>
      m.errors_rate_limit({ time: formatDuration(Number(fields['retry-after']) || 1) }),
    'later',
  ),
  REQUEST_TIMEOUT: warning(m.errors_timeout, 'now'),
};

/** Explains any failure. Errors that didn't come from a call are explained as a server fault. */
export function explainError(failure: unknown): ErrorExplanation {
  if (failure instanceof ApiError) {
    const row =
      errorTable[failure.code] ??
      (failure.status === 401 ? errorTable['UNAUTHORIZED'] : undefined) ??
      error(badRequestText);
    return { ...row, text: row.text(failure) };
  }
  if (failure instanceof NetworkFailure) return networkRows[failure.reason]();
  if (failure instanceof MalformedReply) {
    return { text: m.errors_malformed(), severity: 'error', retry: 'never', action: 'reload' };
  }
  if (failure instanceof UnsupportedOperation) {
    return { text: m.errors_unsupported(), severity: 'error', retry: 'never' };
  }
  const status = failure instanceof ServerFault ? failure.status : 0;
  const text =
    status === 502 || status === 504
      ? m.errors_upstream()
      : status === 503
        ? m.errors_server_starting()
        : m.errors_server();
  return { text, severity: 'warning', retry: 'later' };
}

/** Only the text, for places that show nothing else. */
export function errorMessage(failure: unknown): string {
  return explainError(failure).text;
}

const networkRows: Readonly<Record<NetworkFailure['reason'], () => ErrorExplanation>> = {
  unreachable: () => ({ text: m.errors_network(), severity: 'warning', retry: 'now' }),
  timeout: () => ({ text: m.errors_timeout(), severity: 'warning', retry: 'now' }),
  aborted: () => ({ text: m.errors_aborted(), severity: 'quiet', retry: 'now' }),
};
