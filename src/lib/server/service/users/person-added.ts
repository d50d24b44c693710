import type { OutgoingEvent, UserRow } from '../model';
import { apiEmail } from './email';
import { wireUser, type UserView } from './wire';

/**
 * The `realm_user`/`add` event for users who see a user as `viewer` does. `presentPerson` gives
 * each queue the avatar it requested.
 */
export function userAddedEvent(
  made: UserRow,
  view: Omit<UserView, 'clientGravatar'>,
): Pick<OutgoingEvent, 'payload' | 'hidden'> {
  const person = wireUser(made, { ...view, clientGravatar: false });
  const gravatar = made.avatar_url === null && apiEmail(made, view.baseUrl) === made.delivery_email;
  return { payload: { type: 'realm_user', op: 'add', person }, hidden: { gravatar } };
}
