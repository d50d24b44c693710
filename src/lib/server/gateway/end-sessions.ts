import { regenerateApiKey } from '$lib/api/users';
import { callUpstream } from './call-upstream';
import { GatewayFailure, successResponse } from './failure';
import type { SessionRequest } from './session-endpoint';
import { basicAuthorization } from './upstream';

/**
 * Gives the account a new API key, which stays here: all that the old one opened ends, also by other
 * clients, and this session goes on. Throws what the server says.
 */
export async function renewKeyAndEndSessions({
  event,
  gateway: doors,
  signInContext: entrance,
  jar,
}: SessionRequest): Promise<Response> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account) throw new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  await doors.limits.attempts(entrance.address);
  const { api_key } = await callUpstream(entrance, regenerateApiKey, {}, account.authorization);
  if (!doors.embedded)
    await jar.add({ ...account, authorization: basicAuthorization(account.email, api_key) });
  await doors.sessions.endOthers(account);
  return successResponse();
}

/** Signs the account out everywhere else. */
export async function endOtherSessionsOfAccount({
  event,
  gateway: doors,
  jar,
}: SessionRequest): Promise<Response> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account || !(await doors.sessions.isOpen(account))) {
    throw new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  }
  await doors.sessions.endOthers(account);
  return successResponse();
}
