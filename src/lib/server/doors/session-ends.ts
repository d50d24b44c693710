import { regenerateApiKey } from '$lib/api/users';
import { ask } from './ask-upstream';
import { DoorFailure, success } from './failure';
import type { SessionVisit } from './session';
import { basic } from './upstream';

/**
 * Gives the account a new API key, which stays here: all that the old one opened ends, also by other
 * clients, and this session goes on. Throws what the server says.
 */
export async function renewKey({ event, doors, entrance, jar }: SessionVisit): Promise<Response> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account) throw new DoorFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  await doors.limits.attempts(entrance.address);
  const { api_key } = await ask(entrance, regenerateApiKey, {}, account.authorization);
  if (!doors.embedded) await jar.add({ ...account, authorization: basic(account.email, api_key) });
  await doors.sessions.endOthers(account);
  return success();
}

/** Signs the account out everywhere else. */
export async function endOthers({ event, doors, jar }: SessionVisit): Promise<Response> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account || !(await doors.sessions.isOpen(account))) {
    throw new DoorFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  }
  await doors.sessions.endOthers(account);
  return success();
}
