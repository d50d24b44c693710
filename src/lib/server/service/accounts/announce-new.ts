import type { Context } from '../context';
import type { User } from '../model';
import { audiencesByAddress } from '../users/audience-by-address';
import { apiEmail } from '../users/email';
import { wireUser } from '../users/wire';

/** Tells of a new person or bot; `presentPerson` gives each queue the avatar that it asked for. */
export async function announceNewUser(context: Context, made: User): Promise<void> {
  const { baseUrl, emit } = context;
  const { seeing, others } = await audiencesByAddress(context, made);
  const view = { viewer: made, baseUrl, clientGravatar: false, profiles: new Map() };
  const person = wireUser(made, view);
  const gravatar = made.avatar_url === null && apiEmail(made, baseUrl) === made.delivery_email;
  const tell = (values: object, audience: typeof seeing) =>
    emit({
      payload: { type: 'realm_user', op: 'add', person: { ...person, ...values } },
      audience,
      hidden: { gravatar },
    });
  tell({}, seeing);
  if (others.length > 0) tell({ delivery_email: null }, others);
}
