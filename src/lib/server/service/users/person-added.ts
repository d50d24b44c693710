import type { OutgoingEvent, UserRow } from '../model';
import { apiEmail } from './email';
import { wireUser, type UserView } from './wire';

/**
 * `realm_user`/`add` for those who see somebody as `viewer` does; `presentPerson` gives each queue the
 * avatar that it asked for.
 */
export function userAddedEvent(
  made: UserRow,
  view: Omit<UserView, 'clientGravatar'>,
): Pick<OutgoingEvent, 'payload' | 'hidden'> {
  const person = wireUser(made, { ...view, clientGravatar: false });
  const gravatar = made.avatar_url === null && apiEmail(made, view.baseUrl) === made.delivery_email;
  return { payload: { type: 'realm_user', op: 'add', person }, hidden: { gravatar } };
}
