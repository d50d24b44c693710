import { m } from '$lib/paraglide/messages';
import { ApiError } from '../../api/errors';
import { errorMessage } from '../../client/calls/error-table';

/** An error message and the field it belongs to; `form` if it belongs to none. */
export interface SignInProblem {
  readonly at: 'email' | 'secret' | 'form';
  readonly text: string;
}

type Way = 'password' | 'key';

const text = (fields: ApiError['fields'], name: string) => String(fields[name] ?? '');

/** Message for a failed sign-in, and the field where the user can correct it. */
export function signInProblemOf(failure: unknown, way: Way, server: string): SignInProblem {
  if (!(failure instanceof ApiError)) return { at: 'form', text: errorMessage(failure) };
  const { code, fields, serverMessage } = failure;
  switch (code) {
    case 'AUTHENTICATION_FAILED':
      return {
        at: 'secret',
        text: way === 'key' ? m.signin_wrong_key() : m.signin_wrong_password(),
      };
    case 'USER_DEACTIVATED':
      return { at: 'email', text: errorMessage(failure) };
    case 'PASSWORD_AUTH_DISABLED':
    case 'PASSWORD_RESET_REQUIRED':
      return { at: 'secret', text: errorMessage(failure) };
    case 'BAD_REQUEST':
      return { at: 'email', text: serverMessage };
    case 'SITE_MISMATCH':
      return {
        at: 'form',
        text: m.signin_other_site({
          site: hostOf(text(fields, 'site')),
          server: hostOf(text(fields, 'realm_url')),
        }),
      };
    case 'TOO_MANY_ACCOUNTS':
      return { at: 'form', text: m.signin_too_many({ count: Number(fields['max_accounts']) }) };
    default:
      return { at: 'form', text: serverProblemText(failure, server) };
  }
}

/** Message for a server that can't be used to sign in. `server`: its address as people know it. */
export function serverProblemText(failure: unknown, server: string): string {
  if (!(failure instanceof ApiError)) return errorMessage(failure);
  const { code, fields } = failure;
  switch (code) {
    case 'UPSTREAM_UNREACHABLE':
      return m.signin_unreachable({ server });
    case 'UPSTREAM_TIMEOUT':
      return m.signin_silent({ server });
    case 'UPSTREAM_NOT_API':
      return m.signin_not_a_server({ server });
    case 'UPSTREAM_FAULT':
      return m.signin_server_fault({ server });
    case 'UPSTREAM_REDIRECT':
      return fields['location']
        ? m.signin_redirect({ server, location: hostOf(text(fields, 'location')) })
        : m.signin_not_a_server({ server });
    case 'SERVER_TOO_OLD':
      return m.signin_too_old({
        server,
        version: text(fields, 'zulip_version'),
        level: text(fields, 'zulip_feature_level'),
        oldest: text(fields, 'oldest_feature_level'),
      });
    case 'NO_ORGANIZATION':
      return m.signin_no_organization({ server });
    case 'CSRF_FAILED':
      return fields['reason'] === 'unknown host' ? m.signin_unknown_host() : errorMessage(failure);
    default:
      return errorMessage(failure);
  }
}

/** The part of an address that people recognize. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
