import { userRole } from '$lib/api/roles';
import { sql, type SQL } from 'drizzle-orm';
import { queryRows } from '../db/query-rows';
import type { DatabaseTransaction } from '../db/store';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { sampleHandle } from './people';

const list = (text: string): readonly string[] => text.split('|').map((word) => word.trim());

/**
 * Words without characters that HTML or Markdown would interpret: the large sample renders them
 * unchanged.
 */
export const firstNames = list(
  'Amara|Bence|Chiara|Daniyar|Elif|Finnian|Gaëlle|Hana|Ikaika|Jovana|Kwabena|Linnea|Mateus|Nayeli|Oluwaseun|Paavo|Qamar|Rangi|Saoirse|Tadashi|Ulrike|Vasilisa|Wiremu|Ximena|Yusuf|Zofia|Aditi|Bram|Cosmin|Dilnoza|Esperança|Folake|Goran|Hyejin|Ilse|Jarek|Kalea|Lorcan|Mbali|Noor|Øyvind|Pilar|Rasa|Sindre|Thandiwe|Uma|Viggo|Wanjiru|نور|太郎|Yael|Zdeněk',
);

export const surnames = list(
  'Aalto|Baptiste|Cienfuegos|Dragomir|Eze|Fairweather|Grønvold|Hakimi|Ibáñez|Jankowska|Kahananui|Lefèvre|Mutasa|Nakagawa|Ó Súilleabháin|Petrosyan|Quispe|Rautavaara|Sandoval|Tshabalala|Underhill|Vukašinović|Whitlock|Xaba|Yıldırım|Zahradník|Abernathy-Okonkwo|Brandsma|Castellanos|Dhillon|Esposito|Fjeldstad|Goldwater|Hussain|Iwasaki|Jurić|Kovalenko|Lindgren|Marchetti|Nwosu',
);

const sampleTimeZones = list(
  'Europe/Lisbon|Africa/Lagos|Asia/Tokyo|America/Toronto|Europe/Warsaw|Pacific/Auckland|Asia/Kolkata|America/Montevideo|Africa/Cairo|Europe/Helsinki||America/Los_Angeles',
);

export const sampleThings = list(
  'atlas plates|back orders|binding|captions|catalogue|cover notes|display stands|endpapers|essays|fair planning|field guides|fonts|freight|glossary|headlines|indexing|ink tests|jackets|kerning|layout|letters|maps|margins|newsletters|offprints|page proofs|paper stock|permissions|postcards|press dates|queries|readings|recipes|reprints|reviews|schedules|slipcases|subsidies|translations|weather notes',
);

export const samplePlaces = list(
  'Lisbon|Leith|Tallinn|Halifax|Nelson|Cairo|Osaka|Montevideo|Chennai|Gdynia|Bergen|Split|Durban|Oaxaca|Tórshavn|Izmir|Trieste|Hobart|Galway|Visby|Nantes|Valparaíso|Lagos|Turku|Busan',
);

const sampleSentences = list(
  'The second batch arrived this morning and looks better than the first.|Could somebody compare it with the sheet of last week?|I have marked three places where the line breaks too early.|The printer asks for a decision by Thursday.|We agreed on the wider margin, so the notes fit.|Please keep the old file until the new one is approved.|That changes the count by two pages, no more.|The shop would like forty copies before the holiday.|I would rather wait a day than print it twice.|The courier has been told, the address was wrong.|All corrections are in but one, and that one is a matter of taste.|Nobody has heard from the mill since Monday.|It reads well aloud, which settles it for me.|The table on the left is the one that counts.|Both versions are in the folder with today in their names.|Thank you for catching that before anyone else did.|The bill matches the offer to the cent.|I will be at the warehouse until noon and can look myself.|There is a spare plate if this one is scratched.|We should say so on the website as well.|The author is happy, the typesetter is not.|Let us try it at the smaller size first.|It was the same last year and solved itself in a week.|The photographs are sharper than the paper deserves.',
);

export interface SampleSize {
  readonly users: number;
  readonly channels: number;
  readonly messages: number;
  /** In channels. */
  readonly topics: number;
  /** Of `member`. */
  readonly drafts: number;
}

/** Size of the large sample, including the small one's people and channels. */
export const largeSize: SampleSize = {
  users: 10_000,
  channels: 10_000,
  messages: 100_000,
  topics: 20_000,
  drafts: 500,
};

/**
 * Everything here is older than the small sample's messages, whose ids begin at 200,001. The ids here
 * begin at 1, so that ids stay in order of time.
 */
const newestDays = 30;
const oldestDays = 400;
/** Subscribers per channel, in addition to the named people. */
const perChannel = 5;
/** The busiest channels, with a fifth of the topics and almost half of the messages. */
const busyChannels = 40;

interface Range extends Record<string, unknown> {
  /** Ids `first` to `first + count - 1`. */
  readonly first: number;
  readonly count: number;
}

/** What the small sample has, by the names in this file. */
interface SampleIds {
  readonly realm_id: number;
  /** In milliseconds since 1970. Everything is dated before it. */
  readonly now: number;
  /** By the first part of the email address. */
  user(handle: string): number;
  channel(name: string): number;
}

/**
 * Adds people, channels and messages to the small sample as whole sets, with one statement each:
 * about 100,000 subscriptions and 600,000 receipts take seconds this way, and would take an hour
 * one by one. Everything is computed from row numbers, so two large samples differ only in their
 * keys.
 */
export async function insertLargeSample(
  tx: DatabaseTransaction,
  realm_id: number,
  now: number,
  size: SampleSize,
): Promise<void> {
  const names = await loadIds(tx, realm_id, now);
  const present = await measureSample(tx, names);
  const people = await insertUsers(tx, names, size.users - present.users);
  const channels = await insertChannels(tx, names, size.channels - present.channels);
  await insertSubscriptions(tx, names, people, channels);
  const sizes = {
    messages: size.messages - present.messages,
    topics: size.topics - present.topics,
  };
  await insertMessages(tx, names, { people, channels, ...sizes });
  await insertDrafts(tx, names, channels, size.drafts - present.drafts);
  // Without this, the planner treats the tables as empty until the next automatic run.
  await tx.execute(sql`analyze`);
}

async function loadIds(tx: DatabaseTransaction, realm_id: number, now: number): Promise<SampleIds> {
  const people = await tx.select({ id: users.id, email: users.delivery_email }).from(users);
  const channels = await tx.select({ id: streams.id, name: streams.name }).from(streams);
  const userIds = new Map(people.map(({ id, email }) => [sampleHandle(email), id]));
  const channelIds = new Map(channels.map(({ id, name }) => [name, id]));
  return {
    ...{ realm_id, now },
    user: (handle) => userIds.get(handle)!,
    channel: (name) => channelIds.get(name)!,
  };
}

async function measureSample(tx: DatabaseTransaction, names: SampleIds): Promise<SampleSize> {
  const [size] = await queryRows<SampleSize & Record<string, unknown>>(
    tx,
    sql`select
      (select count(*)::int from users where not is_system_bot) as users,
      (select count(*)::int from streams) as channels,
      (select count(*)::int from messages) as messages,
      (select count(*)::int from (select distinct stream_id, topic from messages
        where stream_id is not null) as t) as topics,
      (select count(*)::int from drafts where user_id = ${names.user('hanna')}::int) as drafts`,
  );
  return size!;
}

/** A word of the list, chosen by row number. */
function pick(list: readonly string[], index: SQL): SQL {
  return sql`(string_to_array(${list.join('|')}, '|'))[1 + (${index}) % ${list.length}::int]`;
}

function ago(names: SampleIds, days: SQL): SQL {
  return sql`to_timestamp(${Math.floor(names.now / 1000)}) - (${days}) * interval '1 day'`;
}

async function rangeOf(tx: DatabaseTransaction, rows: SQL): Promise<Range> {
  const [range] = await queryRows<Range>(tx, rows);
  if (!range) throw new Error('nothing was inserted');
  return range;
}

/** Of each hundred: one moderator, three guests, one bot, one deactivated. Keys are random. */
function insertUsers(tx: DatabaseTransaction, names: SampleIds, count: number): Promise<Range> {
  return rangeOf(
    tx,
    sql`with made as (insert into users
      (realm_id, delivery_email, full_name, role, is_bot, bot_type, bot_owner_id, is_active,
        timezone, date_joined, api_key)
      select ${names.realm_id}::int,
        'person-' || lpad(n::text, 5, '0') || '@ternandtallow.example',
        ${pick(firstNames, sql`n`)} || ' ' || ${pick(surnames, sql`n / ${firstNames.length}::int`)}
          || case when n % 100 = 97 then ' Bot' else '' end,
        case n % 100 when 96 then 300 when 93 then 600 when 94 then 600 when 95 then 600 else 400 end,
        n % 100 = 97, case when n % 100 = 97 then 1 end,
        case when n % 100 = 97 then ${names.user('marek')}::int end,
        n % 100 <> 98, ${pick(sampleTimeZones, sql`n`)}, ${ago(names, sql`400 + n % 500`)},
        replace(gen_random_uuid()::text, '-', '')
      from generate_series(0, ${count - 1}::int) as n
      returning id)
      select min(id)::int as first, count(*)::int as count from made`,
  );
}

/** Of each hundred: ten private, two web-public, three archived. */
function insertChannels(tx: DatabaseTransaction, names: SampleIds, count: number): Promise<Range> {
  const about = sql`'Notes and questions about ' || ${pick(sampleThings, sql`n`)} || ' from '
    || ${pick(samplePlaces, sql`n / ${sampleThings.length}::int`)} || '.'`;
  return rangeOf(
    tx,
    sql`with made as (insert into streams
      (realm_id, name, description, rendered_description, date_created, creator_id, invite_only,
        is_web_public, is_archived, topics_policy)
      select ${names.realm_id}::int,
        ${pick(sampleThings, sql`n`)} || ', ' || ${pick(samplePlaces, sql`n / ${sampleThings.length}::int`)} || ' '
          || lpad(n::text, 4, '0'),
        ${about}, '<p>' || ${about} || '</p>', ${ago(names, sql`401 + n % 400`)},
        ${names.user('adaeze')}::int, n % 100 between 80 and 89, n % 100 in (90, 91),
        n % 100 in (92, 93, 94),
        case n % 50 when 20 then 'allow_empty_topic' when 21 then 'disable_empty_topic' else 'inherit' end
      from generate_series(0, ${count - 1}::int) as n
      returning id)
      select min(id)::int as first, count(*)::int as count from made`,
  );
}

/** The n-th subscriber of a channel. Used by two statements, so that senders are subscribed. */
function subscriber(people: Range, channel: SQL, nth: SQL): SQL {
  return sql`(${people.first}::int + ((${channel}) * 13 + (${nth}) * 1999) % ${people.count}::int)`;
}

async function insertSubscriptions(
  tx: DatabaseTransaction,
  names: SampleIds,
  people: Range,
  channels: Range,
) {
  const channel = sql`${channels.first}::int + c`;
  const color = sql`'#' || lpad(to_hex(4210752 + (c * 7919) % 8388608), 6, '0')`;
  await tx.execute(sql`insert into subscriptions (stream_id, user_id, color)
    select ${channel}, ${subscriber(people, sql`c`, sql`k`)}, ${color}
    from generate_series(0, ${channels.count - 1}::int) as c,
      generate_series(0, ${perChannel - 1}::int) as k
    on conflict do nothing`);
  for (const { handle, every } of [
    { handle: 'hanna', every: 10 },
    { handle: 'tomas', every: 20 },
    { handle: 'ines', every: 5 },
  ]) {
    await tx.execute(sql`insert into subscriptions (stream_id, user_id, color)
      select ${channel}, ${names.user(handle)}::int, ${color}
      from generate_series(0, ${channels.count - 1}::int) as c
      where c < ${busyChannels}::int or c % ${every}::int = 0
      on conflict do nothing`);
  }
  const everywhere = [names.channel('general'), names.channel('announcements')];
  for (const stream_id of everywhere) {
    await tx.execute(sql`insert into subscriptions (stream_id, user_id, color)
      select ${stream_id}::int, id, '#5a8fd6' from users
      where id >= ${people.first}::int and role <> ${userRole.guest}::int and not is_bot
      on conflict do nothing`);
  }
}

interface Flood {
  readonly people: Range;
  readonly channels: Range;
  readonly messages: number;
  readonly topics: number;
}

async function insertMessages(
  tx: DatabaseTransaction,
  names: SampleIds,
  flood: Flood,
): Promise<void> {
  const { people, channels, messages, topics } = flood;
  await tx.execute(sql`insert into recipients (realm_id, stream_id)
    select ${names.realm_id}::int, ${channels.first}::int + c
    from generate_series(0, ${channels.count - 1}::int) as c`);
  const busy = Math.floor(topics / 5);
  const step = (oldestDays - newestDays) / messages;
  // Every fourth message goes through the topics in turn, so that none is empty. The others prefer
  // some.
  await tx.execute(sql`with said as (
      select n, case when n % 4 = 0 then (n / 4) % ${topics}::int
        else floor(${topics}::int * power((n::bigint * 7919 % 10007) / 10007.0, 2))::int end as t
      from generate_series(0, ${messages - 1}::int) as n),
    placed as (
      select n, t, case when t < ${busy}::int then t % ${busyChannels}::int
        else t % ${channels.count}::int end as c from said),
    written as (
      select n, t, c, ${pick(sampleSentences, sql`n`)} || ' ' || ${pick(sampleSentences, sql`n / 7 + t`)}
        || case when n % 9 = 0 then ' ' || ${pick(sampleSentences, sql`t`)} else '' end as content
      from placed)
    insert into messages
      (id, realm_id, sender_id, recipient_id, stream_id, topic, content, rendered_content, date_sent,
        client)
      select n + 1, ${names.realm_id}::int, ${subscriber(people, sql`c`, sql`n % ${perChannel}::int`)},
        r.id, r.stream_id, ${pick(sampleThings, sql`t`)} || ' ' || lpad(t::text, 5, '0'), content,
        '<p>' || content || '</p>',
        ${ago(names, sql`${oldestDays}::float - n * ${step}::float`)}, 'website'
      from written join recipients r on r.stream_id = ${channels.first}::int + c
      order by n`);
  // One message in twenty is unread.
  await tx.execute(sql`insert into user_messages (user_id, message_id, flags)
    select s.user_id, m.id,
      case when s.user_id = m.sender_id or (m.id + s.user_id) % 20 <> 0
        then '{read}'::text[] else '{}'::text[] end
    from messages m join subscriptions s on s.stream_id = m.stream_id
    where m.id <= ${messages}::int`);
  await tx.execute(sql`update streams set first_message_id = first.id
    from (select stream_id, min(id) as id from messages where id <= ${messages}::int group by stream_id)
      as first
    where first.stream_id = streams.id`);
}

/** A mix of types and lengths, one every few hours into the past. */
async function insertDrafts(
  tx: DatabaseTransaction,
  names: SampleIds,
  channels: Range,
  count: number,
) {
  await tx.execute(sql`insert into drafts (user_id, type, "to", topic, content, last_edit_time)
    select ${names.user('hanna')}::int,
      case n % 10 when 0 then '' when 1 then 'private' when 2 then 'private' else 'stream' end,
      case n % 10 when 0 then '{}'::int[]
        when 1 then array[${names.user('tomas')}::int]
        when 2 then array[${names.user('tomas')}::int, ${names.user('zsofia')}::int]
        else array[${channels.first}::int + (n * 10) % ${channels.count}::int] end,
      case when n % 10 > 2 then ${pick(sampleThings, sql`n`)} || ' ' || lpad(n::text, 5, '0') else '' end,
      (select string_agg(${pick(sampleSentences, sql`n + k * 5`)}, case when k % 4 = 0 then E'\n\n' else ' ' end)
        from generate_series(1, 1 + (n * n) % 17) as k),
      ${ago(names, sql`30 + n / 3.0`)}
    from generate_series(0, ${count - 1}::int) as n`);
}
