import { sql } from 'drizzle-orm';
import { queryRows } from '$lib/server/service/db/query-rows';
import { atMost, reported, type Figure } from './figures';
import type { LargeOrganization } from './large-organization';

/** Milliseconds that a change of many rows can take on PGlite. */
const most = 1_000;
/** Runs of each change; the slowest counts. */
const times = 3;

export interface Change {
  readonly name: string;
  /** Creates what the change needs, unmeasured, and returns the change. */
  prepare(time: number): Promise<() => Promise<unknown>>;
}

export async function measureWrites(organization: LargeOrganization): Promise<Figure[]> {
  return measureChanges('organization', organization, await changesOf(organization));
}

/** The slowest run of each change, and how many statements it takes. */
export async function measureChanges(
  bench: string,
  { store }: LargeOrganization,
  changes: readonly Change[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  let statements = 0;
  store.onStatement?.(() => void statements++);
  for (const { name, prepare } of changes) {
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const change = await prepare(time);
      statements = 0;
      const begin = performance.now();
      await change();
      taken.push(performance.now() - begin);
    }
    const full = `${bench}.${store.kind}.${name}`;
    const slowest = Math.max(...taken);
    figures.push(
      store.kind === 'pglite' ? atMost(full, slowest, 'ms', most) : reported(full, slowest, 'ms'),
      ...(store.onStatement ? [reported(`${full}.statements`, statements, '')] : []),
    );
  }
  return figures;
}

async function changesOf({ store, ask }: LargeOrganization): Promise<Change[]> {
  const rows = await queryRows<{ id: number; role: number }>(
    store.db,
    sql`select id, role from users where is_active and not is_bot and api_key <> ''
      and delivery_email like 'person-%' order by id`,
  );
  const { user_id: self } = JSON.parse(String(await ask('owner', 'GET', '/users/me'))) as {
    user_id: number;
  };
  const everybody = rows.map(({ id }) => id);
  const notGuests = rows.filter(({ role }) => role < 600).map(({ id }) => id);
  const owner = (method: string, path: string, fields: Record<string, unknown>) =>
    ask('owner', method, path, fields);
  const role = (name: string, from: number, to: number): Change => ({
    name: `role.${name}`,
    async prepare(time) {
      const path = `/users/${everybody[40 + time]}`;
      await owner('PATCH', path, { role: from });
      return () => owner('PATCH', path, { role: to });
    },
  });
  const subscribe = (name: string, people: readonly number[], fields: object): Change => ({
    name,
    async prepare(time) {
      const channel = `${name} ${time}`;
      await owner('POST', '/channels/create', { name: channel, subscribers: [self], ...fields });
      return () =>
        owner('POST', '/users/me/subscriptions', {
          subscriptions: [{ name: channel }],
          principals: people,
        });
    },
  });
  const many = (name: string, count: number, fields: object): Change => ({
    name,
    prepare: async (time) => () =>
      owner('POST', '/users/me/subscriptions', {
        subscriptions: Array.from({ length: count }, (_, at) => ({
          name: `${name} ${time} ${at}`,
        })),
        ...fields,
      }),
  });
  return [
    subscribe('subscribe_5000', everybody.slice(0, 5000), {}),
    subscribe('subscribe_5000_private', notGuests.slice(0, 5000), { invite_only: true }),
    {
      name: 'deactivate_group',
      async prepare(time) {
        const made = await owner('POST', '/user_groups/create', {
          name: `everybody ${time}`,
          description: '',
          members: everybody,
        });
        const { group_id } = JSON.parse(String(made)) as { group_id: number };
        return () => owner('POST', `/user_groups/${group_id}/deactivate`, {});
      },
    },
    role('guest_to_member', 600, 400),
    role('member_to_guest', 400, 600),
    role('member_to_moderator', 400, 300),
    role('member_to_administrator', 400, 200),
    role('administrator_to_member', 200, 400),
    {
      name: 'create_channel_100_told',
      prepare: async (time) => () =>
        owner('POST', '/channels/create', {
          name: `announced ${time}`,
          subscribers: notGuests.slice(0, 100),
        }),
    },
    many('create_50_channels', 50, {}),
    many('create_50_private_channels', 50, {
      invite_only: true,
      principals: notGuests.slice(0, 100),
    }),
  ];
}
