import { sql, type SQL } from 'drizzle-orm';
import { registrationFor } from '$lib/api/registration';
import { queryRows } from '$lib/server/service/db/query-rows';
import { atMost, quantile, reported, type Figure } from './figures';
import { withLargeOrganization, type LargeOrganization } from './large-organization';
import { measureWrites } from './organization-writes';

const rounds = 20;

/** What an organization of 10,000 people and 10,000 channels costs, on both stores. */
export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ['pglite', 'postgres'] as const) {
    figures.push(
      ...(await withLargeOrganization(kind, async (organization) => [
        ...(await measureReads(organization)),
        ...(await measureWrites(organization)),
      ])),
    );
  }
  return figures;
}

/** A request, and statements that read the same rows and do nothing with them. */
interface Pair {
  readonly name: string;
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly bare: readonly SQL[];
}

const person = sql`select u.id, u.delivery_email, u.full_name, u.date_joined, u.is_active, u.role, u.is_bot,
  u.bot_type, u.bot_owner_id, u.timezone, u.avatar_url, u.avatar_version, u.settings from users u order by u.id`;
const channels = sql`select s.id, s.name, s.description, s.rendered_description, s.date_created,
  s.creator_id, s.invite_only, s.is_web_public, s.is_archived, s.is_default,
  s.message_retention_days, s.history_public_to_subscribers, s.first_message_id, s.folder_id,
  s.topics_policy, s.settings from streams s order by lower(s.name)`;
const counts = sql`select s.stream_id, count(*)::int as count from subscriptions s
  join users u on u.id = s.user_id where s.active and u.is_active group by s.stream_id`;
const traffic = sql`select stream_id, (count(*) filter (where date_sent > now() - interval '7 days'))::int as week
  from messages where stream_id is not null and date_sent > now() - interval '180 days' group by stream_id`;

/** Statements for one account: its subscriptions and unread messages, and everyone's recent presence. */
function own(user_id: number): SQL[] {
  return [
    sql`select * from subscriptions where user_id = ${user_id}`,
    sql`select m.id, m.sender_id, m.stream_id, m.topic, r.user_ids, um.flags from user_messages um
      join messages m on m.id = um.message_id join recipients r on r.id = m.recipient_id
      where um.user_id = ${user_id} and not ('read' = any(um.flags)) order by um.message_id`,
    sql`select * from presences where last_connected > now() - interval '14 days'`,
  ];
}

async function pairsOf({ ask }: LargeOrganization): Promise<Pair[]> {
  const idOf = async (caller: string) =>
    (JSON.parse(String(await ask(caller, 'GET', '/users/me'))) as { user_id: number }).user_id;
  const [member, owner] = [await idOf('member'), await idOf('owner')];
  const post = { caller: 'member', method: 'POST', path: '/register' };
  return [
    {
      name: 'register',
      ...post,
      bare: [person, channels, counts, traffic, ...own(member)],
    },
    {
      // The same request as our own pages send.
      name: 'register.pages',
      ...post,
      fields: registrationFor(true),
      bare: [person, channels, counts, traffic, ...own(member)],
    },
    {
      name: 'streams',
      caller: 'owner',
      method: 'GET',
      path: '/streams',
      fields: {
        include_public: true,
        include_web_public: true,
        include_subscribed: true,
        exclude_archived: false,
        include_all: true,
        include_all_active: true,
        include_default: true,
        include_owner_subscribed: true,
        include_can_access_content: true,
      },
      bare: [
        channels,
        counts,
        traffic,
        sql`select stream_id from subscriptions where user_id = ${owner} and active`,
      ],
    },
  ];
}

async function measureReads(organization: LargeOrganization): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const pair of await pairsOf(organization)) {
    figures.push(...(await compare(organization, pair)));
  }
  return figures;
}

/** Compares a request with bare statements for the same reply, followed by `JSON.stringify`. */
async function compare({ store, ask }: LargeOrganization, pair: Pair): Promise<Figure[]> {
  const { caller, method, path, fields } = pair;
  const request = () => ask(caller, method, path, fields);
  const reply: unknown = JSON.parse(String(await request()));
  const bare = () =>
    store.transaction(async (tx) => {
      for (const statement of pair.bare) await queryRows(tx, statement);
      return JSON.stringify(reply);
    });
  const times = { request: [] as number[], bare: [] as number[] };
  let length = 0;
  for (let round = -3; round < rounds; round++) {
    const begin = performance.now();
    length = (await request()).length;
    const middle = performance.now();
    await bare();
    if (round < 0) continue;
    times.request.push(middle - begin);
    times.bare.push(performance.now() - middle);
  }
  const [slow, statement] = [quantile(times.request, 0.95), quantile(times.bare, 0.95)];
  const name = `organization.${store.kind}.${pair.name}`;
  return [
    reported(`${name}.p95`, slow, 'ms'),
    reported(`${name}.length`, length / 1e6, 'MB'),
    atMost(`${name}.over_bare`, slow / statement, '×', 2),
  ];
}
