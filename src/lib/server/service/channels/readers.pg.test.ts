import fc from 'fast-check';
import { inArray, sql, type SQL } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { withService } from '../../../../../tests/support/with-service';
import { createApiKey } from '../api-keys';
import type { ServiceContext } from '../context';
import { ReadCache } from '../db/read-cache';
import { queryRows } from '../db/query-rows';
import {
  userGroupMembers,
  userGroups,
  userGroupSubgroups,
  type GroupSetting,
} from '../db/schema/groups';
import { messages, recipients, userMessages } from '../db/schema/messages';
import { realms } from '../db/schema/realms';
import { streams, subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { messageAudienceOf } from '../messages/audience';
import type { UserRow } from '../model';
import { accessibleMessages } from '../narrow/compile';
import { findMessage } from '../narrow/find';
import { audienceOfStream } from './audience';
import { loadChannelAccess, readableStreams } from './load';
import { isReadableByUser, isInReadableChannel, isStillReadable } from './readers';

/*
 * Who can see a message is implemented twice: for rows (`ChannelAccess`), and in SQL for whole
 * lists (`readers.ts`). This checks that both agree, for random organizations.
 */

const t = withService();

const day = 86_400_000;
const manyPeople = 6;
const manyGroups = 3;
const index = (below: number) => fc.nat({ max: below - 1 });
const someOf = (below: number) => fc.uniqueArray(index(below), { maxLength: 3 });
const systemGroup = fc.constantFrom(
  ...['nobody', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners'].map(
    (name) => `role:${name}`,
  ),
);
/** One of the organization's own groups by index, or a role group by name. */
const group = fc.oneof(index(manyGroups), systemGroup);

const person = fc.record({
  role: fc.constantFrom(100, 200, 300, 400, 400, 600, 600),
  is_bot: fc.boolean(),
  is_active: fc.nat({ max: 4 }).map((n) => n > 0),
  days: fc.constantFrom(0, 30),
});
const setting = fc.oneof(
  group,
  fc.record({ people: someOf(manyPeople), groups: fc.uniqueArray(group, { maxLength: 2 }) }),
);
const channel = fc.record({
  kind: fc.constantFrom('public', 'web-public', 'private', 'private', 'protected', 'protected'),
  is_archived: fc.nat({ max: 4 }).map((n) => n === 0),
  creator: fc.option(index(manyPeople)),
  settings: fc.dictionary(
    fc.constantFrom(
      'can_subscribe_group',
      'can_add_subscribers_group',
      'can_administer_channel_group',
    ),
    setting,
  ),
  relations: fc.array(fc.constantFrom('in', 'left', 'never', 'never'), {
    minLength: manyPeople,
    maxLength: manyPeople,
  }),
  /** For each of two messages, who received it, whatever their relation to the channel is now. */
  received: fc.tuple(someOf(manyPeople), someOf(manyPeople)),
});
const organization = fc.record({
  people: fc.array(person, { minLength: manyPeople, maxLength: manyPeople }),
  groups: fc.array(fc.record({ people: someOf(manyPeople), groups: someOf(manyGroups) }), {
    minLength: manyGroups,
    maxLength: manyGroups,
  }),
  /** Role groups inside other groups. */
  roles: fc.uniqueArray(fc.tuple(index(manyGroups), systemGroup), {
    maxLength: 2,
    selector: String,
  }),
  channels: fc.array(channel, { minLength: 1, maxLength: 4 }),
  direct: someOf(manyPeople),
});
type Organization = typeof organization extends fc.Arbitrary<infer O> ? O : never;
type Setting = typeof setting extends fc.Arbitrary<infer S> ? S : never;

let counter = 0;
const unique = () => `made ${++counter}`;

/** Creates the organization's groups, people and channels next to those of earlier runs. */
async function make(made: Organization) {
  const { db } = t.store;
  const [realm] = await db
    .update(realms)
    .set({ settings: { waiting_period_threshold: 10 } })
    .returning();
  const realm_id = realm!.id;
  const now = t.clock.now();
  const people = await db
    .insert(users)
    .values(
      made.people.map(({ days, ...values }) => ({
        ...values,
        realm_id,
        delivery_email: `${unique()}@example.org`,
        full_name: unique(),
        date_joined: new Date(now - days * day),
        api_key: createApiKey(),
      })),
    )
    .returning();
  const groups = await db
    .insert(userGroups)
    .values(made.groups.map(() => ({ realm_id, name: unique() })))
    .returning();
  const system = await db
    .select()
    .from(userGroups)
    .where(sql`is_system_group`);
  const groupId = (which: number | string) =>
    typeof which === 'number' ? groups[which]!.id : system.find(({ name }) => name === which)!.id;
  const members = made.groups.flatMap((each, i) =>
    each.people.map((at) => ({ group_id: groups[i]!.id, user_id: people[at]!.id })),
  );
  const inside = [
    ...made.groups.flatMap((each, i) =>
      each.groups.map((at) => ({ group_id: groups[i]!.id, subgroup_id: groups[at]!.id })),
    ),
    ...made.roles.map(([at, role]) => ({ group_id: groups[at]!.id, subgroup_id: groupId(role) })),
  ];
  if (members.length > 0) await db.insert(userGroupMembers).values(members);
  if (inside.length > 0) await db.insert(userGroupSubgroups).values(inside);
  const granted = (value: Setting): GroupSetting =>
    typeof value === 'object'
      ? {
          direct_members: value.people.map((at) => people[at]!.id),
          direct_subgroups: value.groups.map(groupId),
        }
      : groupId(value);
  const channels = await db
    .insert(streams)
    .values(
      made.channels.map(({ kind, is_archived, creator, settings }) => ({
        realm_id,
        name: unique(),
        date_created: new Date(now),
        is_archived,
        invite_only: kind === 'private' || kind === 'protected',
        is_web_public: kind === 'web-public',
        history_public_to_subscribers: kind !== 'protected',
        creator_id: creator === null ? null : people[creator]!.id,
        settings: Object.fromEntries(
          Object.entries(settings).map(([name, value]) => [name, granted(value)]),
        ),
      })),
    )
    .returning();
  const related = made.channels.flatMap(({ relations }, i) =>
    relations.flatMap((relation, at) => ({
      stream_id: channels[i]!.id,
      user_id: people[at]!.id,
      color: '#000000',
      active: relation === 'in',
      relation,
    })),
  );
  const kept = related.filter(({ relation }) => relation !== 'never');
  if (kept.length > 0) await db.insert(subscriptions).values(kept);
  const send = async (stream_id: number | null, recipient_id: number, received: number[]) => {
    const [row] = await db
      .insert(messages)
      .values({
        realm_id,
        recipient_id,
        stream_id,
        topic: 'x',
        content: 'x',
        rendered_content: 'x',
        sender_id: t.owner.user_id,
        date_sent: new Date(now),
        client: 'test',
      })
      .returning();
    const rows = received.map((at) => ({ user_id: people[at]!.id, message_id: row!.id }));
    if (rows.length > 0) await db.insert(userMessages).values(rows);
    return row!.id;
  };
  const sent: { id: number; stream_id: number | null }[] = [];
  for (const [i, { received }] of made.channels.entries()) {
    const stream_id = channels[i]!.id;
    const [to] = await db.insert(recipients).values({ realm_id, stream_id }).returning();
    for (const each of received) {
      sent.push({ id: await send(stream_id, to!.id, each), stream_id });
    }
  }
  const user_ids = [t.owner.user_id, people[0]!.id];
  const [to] = await db.insert(recipients).values({ realm_id, user_ids }).returning();
  sent.push({ id: await send(null, to!.id, made.direct), stream_id: null });
  return { realm: realm!, people, channels, sent };
}

it('a single message and lists agree on who can see it', async () => {
  await fc.assert(
    fc.asyncProperty(organization, async (made) => {
      const { realm, people, channels, sent } = await make(made);
      const ids = sent.map(({ id }) => id);
      await t.store.transaction(async (tx) => {
        const facts = new ReadCache();
        const contextOf = (user: UserRow): ServiceContext =>
          ({
            tx,
            service: { readCache: facts },
            realm,
            user,
            clock: t.clock,
          }) as unknown as ServiceContext;
        const idsOf = async (query: SQL) =>
          (await queryRows<{ id: number }>(tx, query)).map(({ id }) => id).sort((a, b) => a - b);
        const knows = new Map<number, number[]>(channels.map(({ id }) => [id, []]));
        const reads = new Map<number, number[]>(channels.map(({ id }) => [id, []]));
        const sees = new Map<number, number[]>(ids.map((id) => [id, []]));
        for (const user of people) {
          const context = contextOf(user);
          const access = await loadChannelAccess(context);
          const readable = channels.filter((each) => access.seesContent(each)).map(({ id }) => id);
          expect((await readableStreams(context, channels)).map(({ id }) => id)).toEqual(readable);

          const inChannels = sent.filter(({ stream_id }) => readable.includes(stream_id ?? 0));
          const ofRun = inArray(sql`m.id`, ids);
          const from = sql`select m.id from messages m where ${ofRun} and`;
          expect(await idsOf(sql`${from} ${await isInReadableChannel(context)}`)).toEqual(
            inChannels.map(({ id }) => id),
          );
          expect(await idsOf(sql`${from} ${await isStillReadable(context)}`)).toEqual([
            ...inChannels.map(({ id }) => id),
            ...sent.filter(({ stream_id }) => stream_id === null).map(({ id }) => id),
          ]);
          const found: number[] = [];
          for (const id of ids) if (await findMessage(context, id)) found.push(id);
          const all = await accessibleMessages(context);
          expect(
            await idsOf(sql`select m.id from ${all.from} where ${all.where} and ${ofRun}`),
          ).toEqual(found);

          if (!user.is_active) continue;
          for (const each of channels) {
            if (access.seesMetadata(each)) knows.get(each.id)!.push(user.id);
          }
          for (const id of readable) reads.get(id)!.push(user.id);
          for (const id of found) sees.get(id)!.push(user.id);
        }

        const [owner] = await tx
          .select()
          .from(users)
          .where(sql`id = ${t.owner.user_id}`);
        const context = contextOf(owner!);
        const active = people.filter(({ is_active }) => is_active).map(({ id }) => id);
        const own = (list: readonly number[]) =>
          list.filter((id) => active.includes(id)).sort((a, b) => a - b);
        for (const stream of [...channels, null]) {
          const reading = await idsOf(sql`select u.id from users u
            where ${inArray(sql`u.id`, active)} and ${await isReadableByUser(context, stream)}`);
          expect(own(reading)).toEqual(stream ? reads.get(stream.id) : active);
          for (const { id, stream_id } of sent) {
            if (stream_id !== (stream?.id ?? null)) continue;
            const { user_ids } = await messageAudienceOf(context, stream, [id], id);
            const received = await tx
              .select()
              .from(userMessages)
              .where(sql`message_id = ${id}`);
            const subscribed = await tx
              .select()
              .from(subscriptions)
              .where(sql`stream_id = ${stream_id} and active`);
            const concerned = new Set([...received, ...subscribed].map(({ user_id }) => user_id));
            expect(own(user_ids)).toEqual(sees.get(id)!.filter((each) => concerned.has(each)));
          }
          if (!stream) continue;
          const knowing = await audienceOfStream(context, stream);
          expect(knowing === 'realm' ? active : own(knowing)).toEqual(knows.get(stream.id));
        }
      });
    }),
    { numRuns: 60 },
  );
}, 120_000);
