import { regenerateApiKey } from '$lib/api/users';
import { callUpstream } from './call-upstream';
import { GatewayFailure, successResponse } from './failure';
import type { SessionRequest } from './session-endpoint';
import { basicAuthorization } from './upstream';

/**
 * Generates a new API key for the account without returning it: everything that used the old key
 * ends, including other clients, while this session continues. Throws the server's errors.
 */
export async function renewKeyAndEndSessions({
  event,
  gateway,
  signInContext: entrance,
  jar,
}: SessionRequest): Promise<Response> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account) throw new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  await gateway.limits.attempts(entrance.address);
  const { api_key } = await callUpstream(entrance, regenerateApiKey, {}, account.authorization);
  if (!gateway.embedded)
    await jar.add({ ...account, authorization: basicAuthorization(account.email, api_key) });
  await gateway.sessions.endOthers(account);
  return successResponse();
}

export async function endOtherSessionsOfAccount({
  event,
  gateway,
  jar,
}: SessionRequest): Promise<Response> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account || !(await gateway.sessions.isOpen(account))) {
    throw new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  }
  await gateway.sessions.endOthers(account);
  return successResponse();
}
