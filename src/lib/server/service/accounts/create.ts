import { userRole } from '$lib/api/roles';
import { and, asc, eq, sql } from 'drizzle-orm';
import { createApiKey } from '../api-keys';
import { announcePeer } from '../channels/announce-peer';
import type { ServiceContext } from '../context';
import { streams, subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { announceNewlyVisiblePeople } from '../guest-visibility/announce-visibility';
import { settingsForNewAccount } from '../users/settings';
import { checkAddress } from './address-policy';
import { announceNewUser } from './announce-new';
import { announceRoleGroups } from './group-members';

export interface NewPerson {
  /** The real address, already checked. */
  readonly email: string;
  /** Already checked. */
  readonly full_name: string;
  readonly password_hash: string | null;
  readonly role?: UserRow['role'];
  /** IANA time zone. */
  readonly timezone?: string;
}

/**
 * Creates an account with the organization's default settings and announces it to everyone who can
 * see it. Throws 400 for an address that is taken or that the organization doesn't accept. The
 * caller adds channels with `joinDefaultChannels`.
 */
export async function createPerson(context: ServiceContext, person: NewPerson): Promise<UserRow> {
  const { tx, realm, clock } = context;
  const { email: delivery_email, ...values } = person;
  await checkAddress(context, delivery_email);
  const [made] = await tx
    .insert(users)
    .values({
      ...values,
      realm_id: realm.id,
      delivery_email,
      role: person.role ?? userRole.member,
      date_joined: new Date(clock.now()),
      api_key: createApiKey(),
      settings: settingsForNewAccount(realm),
    })
    .onConflictDoNothing()
    .returning();
  if (!made) throw badRequest(`Email '${delivery_email}' already in use`);
  await announceNewUser(context, made);
  await announceRoleGroups(context, 'add_members', [made]);
  return made;
}

/** Colors of channels for subscribers who haven't chosen one. */
const colors = ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd'];

/**
 * Subscribes a new account to the default channels, and sends events to those who can see the
 * subscribers.
 */
export async function joinDefaultChannels(context: ServiceContext, person: UserRow): Promise<void> {
  const { tx, realm } = context;
  const rows = await tx
    .select({ id: streams.id })
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        eq(streams.is_default, true),
        eq(streams.is_archived, false),
      ),
    )
    .orderBy(asc(sql`fold_case(${streams.name})`));
  if (rows.length === 0) return;
  const own = rows.map(({ id }, at) => ({
    stream_id: id,
    user_id: person.id,
    color: colors[at % colors.length]!,
  }));
  await tx.insert(subscriptions).values(own);
  await announceNewlyVisiblePeople(context, new Map(rows.map(({ id }) => [id, [person.id]])));
  await announcePeer(context, 'peer_add', person);
}
