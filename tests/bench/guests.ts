import { sql } from 'drizzle-orm';
import { queryRows } from '$lib/server/service/db/query-rows';
import type { Figure } from './figures';
import { withLargeOrganization, type LargeOrganization } from './large-organization';
import { measureChanges, type Change } from './organization-writes';

const guestCount = 500;

/**
 * Cost of guests who only see the people they share a channel or conversation with: 500 guests in a
 * channel of 10,000 people, on both stores.
 */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ['pglite', 'postgres'] as const) {
    figures.push(
      ...(await withLargeOrganization(kind, async (organization) =>
        measureChanges('guests', organization, await changesOf(organization)),
      )),
    );
  }
  return figures;
}

async function changesOf({ store, ask }: LargeOrganization): Promise<Change[]> {
  const owner = async (method: string, path: string, fields: Record<string, unknown>) =>
    JSON.parse(String(await ask('owner', method, path, fields))) as Record<string, number>;
  const people = await queryRows<{ id: number; role: number }>(
    store.db,
    sql`select id, role from users where is_active and not is_bot and delivery_email like 'person-%'
      order by id`,
  );
  const known = people.filter(({ role }) => role < 600).map(({ id }) => id);
  const extra = known.splice(0, guestCount - (people.length - known.length));
  await store.db.execute(
    sql`update users set role = 600 where id = any(${`{${extra.join()}}`}::int[])`,
  );
  const guests = [...extra, ...people.filter(({ role }) => role === 600).map(({ id }) => id)];
  const [group] = await queryRows<{ id: number }>(
    store.db,
    sql`select id from user_groups where name = 'role:members'`,
  );
  await owner('PATCH', '/realm', { can_access_all_users_group: { new: group!.id } });

  const outside = { guests: guests.splice(0, 20), members: known.splice(0, 20) };
  const subscribe = (channel: string, principals: readonly number[]) =>
    owner('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel }], principals });
  const leave = (channel: string, principals: readonly number[]) =>
    owner('DELETE', '/users/me/subscriptions', { subscriptions: [channel], principals });
  const hall = 'Everyone';
  await subscribe(hall, [...guests, ...known]);

  const comes = (name: string, channel: string, who: (time: number) => readonly number[]) => ({
    name: `${name}_comes`,
    prepare: async (time: number) => () => subscribe(channel, who(time)),
  });
  const leaves = (name: string, channel: string, who: (time: number) => readonly number[]) => ({
    name: `${name}_leaves`,
    prepare: async (time: number) => () => leave(channel, who(time)),
  });
  const both = (name: string, channel: string, who: (time: number) => readonly number[]) => [
    comes(name, channel, who),
    leaves(name, channel, who),
  ];
  const [nook, many] = ['Guests', known.slice(0, 5000)];
  await subscribe(nook, guests);
  return [
    ...both('one_member', hall, (time) => outside.members.slice(time, time + 1)),
    ...both('one_guest', hall, (time) => outside.guests.slice(time, time + 1)),
    ...both('20_members', hall, () => outside.members),
    {
      name: 'message',
      prepare: async () => () =>
        owner('POST', '/messages', { type: 'stream', to: hall, topic: 'x', content: 'hello' }),
    },
    {
      name: 'member_to_moderator',
      prepare: async (time) => () => owner('PATCH', `/users/${known[time]}`, { role: 300 }),
    },
    {
      name: 'member_to_guest',
      prepare: async (time) => () => owner('PATCH', `/users/${known[40 + time]}`, { role: 600 }),
    },
    {
      name: '5000_come',
      async prepare() {
        await leave(nook, many);
        return () => subscribe(nook, many);
      },
    },
    {
      name: '5000_leave',
      async prepare() {
        await subscribe(nook, many);
        return () => leave(nook, many);
      },
    },
  ];
}
