import { createApiKey } from '../api-keys';
import type { Context } from '../context';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { User } from '../model';
import { loadSystemGroups } from '../permissions/load';
import { role, roleGroupOf } from '../permissions/roles';
import { audienceOfUser } from './audience';
import { apiEmail } from './email';
import { wireUser } from './wire';

export interface NewPerson {
  /** Real, and checked. */
  readonly email: string;
  /** Checked. */
  readonly full_name: string;
  readonly password_hash: string | null;
  readonly role?: User['role'];
  /** IANA identifier. */
  readonly timezone?: string;
}

/**
 * A new account, which is told to all who may know of it. Throws 400 for an address that somebody
 * has. Channels are for the caller to choose.
 */
export async function createPerson(context: Context, person: NewPerson): Promise<User> {
  const { tx, realm, clock, baseUrl, emit } = context;
  const { email: delivery_email, ...values } = person;
  const [made] = await tx
    .insert(users)
    .values({
      ...values,
      realm_id: realm.id,
      delivery_email,
      role: person.role ?? role.member,
      date_joined: new Date(clock.now()),
      api_key: createApiKey(),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) throw badRequest(`Email '${delivery_email}' already in use`);
  const shown = wireUser(made, { viewer: made, baseUrl, clientGravatar: false });
  // Whoever may not see the address is not told it.
  const isOpen = apiEmail(made, baseUrl) === delivery_email;
  emit({
    payload: {
      ...{ type: 'realm_user', op: 'add' },
      person: { ...shown, delivery_email: isOpen ? delivery_email : null },
    },
    audience: await audienceOfUser(context, made),
  });
  const groups = await loadSystemGroups(context);
  for (const name of roleGroupOf(made, realm, clock.now())) {
    const group_id = groups.id(name);
    const payload = { type: 'user_group', op: 'add_members', group_id, user_ids: [made.id] };
    emit({ payload, audience: 'realm' });
  }
  return made;
}
