import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import type { UserRow } from '../model';
import { realmSettingOf } from '../realm/settings';
import { audienceOfUser } from '../users/audience';
import { apiEmail } from '../users/email';
import { settingOf } from '../users/settings';
import { findPresence } from './read';
import {
  modernPresence,
  offlineThreshold,
  presenceStatusAt,
  websitePresence,
  type PresenceRecord,
} from './presence-record';

/** Seconds in which a ping isn't stored again: slightly less than the ping interval. */
const freshFor = 55;

/**
 * Stores that the caller is online, at most about once a minute, and sends others an event if their
 * view changes. Clients that want to know more poll. Returns the current record, or undefined if
 * presence is turned off.
 */
export async function recordPresence(
  context: ServiceContext,
  status: 'active' | 'idle',
): Promise<PresenceRecord | undefined> {
  const { user, realm, clock } = context;
  if (realmSettingOf(realm, 'presence_disabled') || !settingOf(user, 'presence_enabled')) {
    return undefined;
  }
  const now = clock.now();
  const before = await findPresence(context, user.id);
  if (before && isFresh(before, status, now)) return before;
  const after = await write(context, status, now);
  if (!after) return before;
  if (presenceStatusAt(before, now) !== presenceStatusAt(after, now))
    await announce(context, user, after);
  return after;
}

/** Announces when a reactivated user was last seen, because clients removed it on deactivation. */
export async function announcePresence(context: ServiceContext, user: UserRow): Promise<void> {
  if (!settingOf(user, 'presence_enabled')) return;
  const seen = await findPresence(context, user.id);
  if (seen) await announce(context, user, seen);
}

/** Makes a user who hides their presence look as if they had just left. */
export async function hidePresence(context: ServiceContext, user: UserRow): Promise<void> {
  const left = new Date(context.clock.now() - (offlineThreshold + 1) * 1000).toISOString();
  const [seen] = await seenRows(
    context,
    sql`with ${counter(context)}
      update presences set update_id = counter.last_id,
        last_active = least(last_active, ${left}::timestamptz),
        last_connected = least(last_connected, ${left}::timestamptz)
      from counter where user_id = ${user.id}::int`,
  );
  if (seen) await announce(context, user, seen);
}

function isFresh(
  { last_active, last_connected }: PresenceRecord,
  status: 'active' | 'idle',
  now: number,
): boolean {
  const fresh = (time: Date | null) => time !== null && now - time.getTime() < freshFor * 1000;
  return fresh(last_connected) && (status === 'idle' || fresh(last_active));
}

/** Undefined if another call has stored a newer one in between. */
async function write(
  context: ServiceContext,
  status: 'active' | 'idle',
  now: number,
): Promise<PresenceRecord | undefined> {
  const { user, realm } = context;
  const time = new Date(now).toISOString();
  const old = new Date(now - freshFor * 1000).toISOString();
  const active = status === 'active' ? sql`${time}::timestamptz` : sql`null::timestamptz`;
  const [seen] = await seenRows(
    context,
    sql`with ${counter(context)}
      insert into presences (user_id, realm_id, last_active, last_connected, update_id)
      select ${user.id}::int, ${realm.id}::int, ${active}, ${time}::timestamptz, last_id from counter
      on conflict (user_id) do update set
        last_active = coalesce(excluded.last_active, presences.last_active),
        last_connected = excluded.last_connected, update_id = excluded.update_id
      where presences.last_connected <= ${old}::timestamptz
        or (excluded.last_active is not null
          and coalesce(presences.last_active, '-infinity') <= ${old}::timestamptz)`,
  );
  return seen;
}

/** Draws the organization's next number. The row stays locked until commit. */
function counter({ realm }: ServiceContext): SQL {
  return sql`counter as (
    insert into presence_updates (realm_id, last_id) values (${realm.id}::int, 1)
    on conflict (realm_id) do update set last_id = presence_updates.last_id + 1
    returning last_id)`;
}

async function seenRows({ tx }: ServiceContext, statement: SQL): Promise<PresenceRecord[]> {
  const rows = await queryRows<{ active: number | null; connected: number }>(
    tx,
    sql`${statement} returning
      (extract(epoch from presences.last_active) * 1000)::float8 as active,
      (extract(epoch from presences.last_connected) * 1000)::float8 as connected`,
  );
  return rows.map(({ active, connected }) => ({
    last_active: active === null ? null : new Date(active),
    last_connected: new Date(connected),
  }));
}

/**
 * Each queue gets it in its own form: `events/present.ts`. Not sent if the organization
 * shows no presence, like in the state.
 */
async function announce(
  context: ServiceContext,
  user: UserRow,
  seen: PresenceRecord,
): Promise<void> {
  const { clock, baseUrl, emit, realm } = context;
  if (realmSettingOf(realm, 'presence_disabled')) return;
  emit({
    payload: {
      type: 'presence',
      user_id: user.id,
      email: apiEmail(user, baseUrl),
      server_timestamp: clock.now() / 1000,
      presence: { website: websitePresence(seen) },
    },
    hidden: { modern: modernPresence(seen) },
    audience: await audienceOfUser(context, user),
  });
}
