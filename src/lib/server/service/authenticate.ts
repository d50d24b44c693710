import { isWebhook, webhookRefusal } from './access';
import type { AccountCache, CallerIdentity } from './users/account-cache';
import { isApiKey, sameApiKey } from './api-keys';
import { badRequest, ServiceFailure } from './failure';

function unauthorized(message: string): ServiceFailure {
  return new ServiceFailure('UNAUTHORIZED', message, 401);
}

/**
 * The authorization scheme with which our own pages' gateway passes a session to the service.
 * Tokens never leave the server.
 */
export const sessionScheme = 'Session';

/**
 * The account of the Basic credentials or the session. Throws UNAUTHORIZED (401), or BAD_REQUEST
 * for another scheme. Incoming webhook bots are accepted only if `webhooks` is set.
 * Source: https://zulip.com/api/http-headers, https://zulip.com/api/rest-error-handling.
 */
export async function authenticate(
  accounts: AccountCache,
  header: string | null,
  { webhooks = false }: { readonly webhooks?: boolean } = {},
): Promise<CallerIdentity> {
  if (header === null) throw unauthorized('Missing authorization header for basic auth');
  const [scheme, encoded = ''] = header.trim().split(/\s+/, 2);
  if (scheme === sessionScheme) {
    const row = await accounts.findBySession(encoded);
    if (!row) throw unauthorized('This session has ended');
    return checkActive(row, webhooks);
  }
  if (scheme?.toLowerCase() !== 'basic') {
    throw badRequest('This endpoint requires HTTP basic authentication.');
  }
  const [email, key] = decodeCredentials(encoded);
  if (!isApiKey(key)) throw unauthorized('Invalid API key');
  const row = await accounts.find(email);
  if (!row) throw unauthorized('Account not found');
  if (!sameApiKey(row.user.api_key, key)) throw unauthorized('Invalid API key');
  return checkActive(row, webhooks);
}

function checkActive(row: CallerIdentity, webhooks: boolean): CallerIdentity {
  if (!row.user.is_active) throw unauthorized('Account is deactivated');
  if (!row.realm.is_active) throw unauthorized('This organization has been deactivated');
  if (!webhooks && isWebhook(row.user)) throw webhookRefusal();
  return row;
}

/**
 * The account of an API key without an email address, as in file URLs. Throws with the documented
 * codes for keys (401). Source: https://zulip.com/api/rest-error-handling.
 */
export async function authenticateKey(
  accounts: AccountCache,
  api_key: string,
): Promise<CallerIdentity> {
  const key = api_key.trim();
  const row = isApiKey(key) ? await accounts.findByKey(key) : undefined;
  if (!row) throw new ServiceFailure('INVALID_API_KEY', 'Invalid API key', 401);
  if (!row.user.is_active) {
    throw new ServiceFailure('USER_DEACTIVATED', 'Account is deactivated', 401);
  }
  if (!row.realm.is_active) {
    throw new ServiceFailure('REALM_DEACTIVATED', 'This organization has been deactivated', 401);
  }
  return row;
}

function decodeCredentials(encoded: string): [email: string, key: string] {
  const text = /^[A-Za-z0-9+/]+=*$/.test(encoded)
    ? Buffer.from(encoded, 'base64').toString('utf8')
    : '';
  const colon = text.indexOf(':');
  if (colon < 0 || text.includes('\0')) {
    throw unauthorized('Invalid authorization header for basic auth');
  }
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
