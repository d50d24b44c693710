import { eq, sql } from 'drizzle-orm';
import { createApiKey } from '../api-keys';
import type { ServiceClock } from '../clock';
import type { DatabaseTransaction } from '../db/store';
import { drafts } from '../db/schema/drafts';
import {
  type GroupSetting,
  userGroupMembers,
  userGroups,
  userGroupSubgroups,
} from '../db/schema/groups';
import { realms } from '../db/schema/realms';
import { streams, subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { loadEngines } from '../markdown/engines';
import { compileLinkifiers } from '../markdown/compile-linkifiers';
import { renderMarkdown } from '../markdown/render';
import type { MarkdownReferences } from '../markdown/state';
import { createRealm } from '../organization';
import { hashPassword } from '../passwords';
import type { FileStorage } from '../storage/storage';
import { listCustomEmoji } from '../emoji/custom';
import { channelColors } from '../channels/colors';
import { renderDescription } from '../markdown/description';
import { insertAvatars } from './avatars';
import { sampleChannels, sampleSubscribersOf, type SampleChannel } from './channels';
import { samplePassword } from './credentials';
import { sampleDrafts } from './drafts';
import { storeSampleFiles } from './files';
import { insertSampleFolders } from './folders';
import { insertSampleMessages } from './insert-messages';
import { insertSampleActivity } from './activity';
import type { SampleIds } from './sample-ids';
import { insertSampleSetup, sampleLinkifiers } from './organization-setup';
import { sampleGroups, sampleOrganization, sampleUsers, type SampleUser } from './people';
import { insertSampleSettings } from './personal-settings';
import { insertProfiles } from './profile';
import type { CreatedSampleAccount, SampleReport } from './report';
import { insertScheduled } from './scheduled';
import { insertSnippets } from './snippets';
import { allConversations } from './conversations/all';

const day = 86_400_000;

/**
 * Creates Tern & Tallow. Its texts are always the same; keys and passwords aren't. `crowd` runs
 * between its channels and its messages, because what it adds is older.
 */
export async function fillSmallSample(
  tx: DatabaseTransaction,
  clock: ServiceClock,
  storage: Pick<FileStorage, 'write'>,
  crowd?: (tx: DatabaseTransaction, names: SampleIds) => Promise<void>,
): Promise<SampleReport> {
  const now = clock.now();
  const { name, description } = sampleOrganization;
  const realm = await createRealm(tx, clock, { name, description, is_sample: true });
  const founded = new Date(now - 1000 * day);
  await tx.update(realms).set({ date_created: founded }).where(eq(realms.id, realm.id));

  const { accounts, userIds } = await insertPeople(tx, realm.id, now);
  const { groupIds, systemGroup } = await insertGroups(tx, realm.id, userIds, now);
  const linkifiers = await compileLinkifiers(sampleLinkifiers.map((link, id) => ({ id, ...link })));
  const forChannels = { userIds, systemGroup, groupIds, now, linkifiers };
  const channelIds = await insertChannels(tx, realm.id, forChannels);
  const known = { realm_id: realm.id, now, user: (handle: string) => lookUp(userIds, handle) };
  const kept = await storeSampleFiles(tx, known, storage);
  await insertAvatars(tx, known, storage);
  const references: MarkdownReferences = {
    users: sampleUsers.map(({ handle, full_name }) => ({
      id: userIds.get(handle) ?? 0,
      full_name,
    })),
    groups: sampleGroups.map((group) => ({ id: groupIds.get(group.name) ?? 0, name: group.name })),
    streams: [...channelIds].map(([channel, id]) => ({ id, name: channel })),
    emoji: Object.values(await listCustomEmoji({ tx, realm })).map((emoji) => ({
      name: emoji.name,
      url: emoji.source_url,
    })),
    linkifiers,
    engines: await loadEngines(
      allConversations.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n'),
    ),
  };
  const names: SampleIds = {
    ...known,
    channel: (channel) => lookUp(channelIds, channel),
    channelOf: (id) => lookUp(new Map(references.streams.map((one) => [one.id, one])), id),
    file: (file) => lookUp(kept.paths, file),
    render: (text) => renderMarkdown(text, references),
    describe: (text) => renderDescription(text, [], linkifiers),
  };
  await crowd?.(tx, names);
  const messages = await insertSampleMessages(tx, names);
  await insertDrafts(tx, names);
  await insertScheduled(tx, names);
  await insertSnippets(tx, names);
  await insertSampleSetup(tx, names);
  await insertSampleFolders(tx, names);
  await insertProfiles(tx, names);
  await insertSampleSettings(tx, names, kept.emoji);
  await insertSampleActivity(tx, names, kept.emoji);
  return {
    name,
    accounts,
    counts: { users: sampleUsers.length, channels: sampleChannels.length, messages },
  };
}

function lookUp<Key, Value>(known: ReadonlyMap<Key, Value>, name: Key): Value {
  const value = known.get(name);
  if (value === undefined) throw new Error(`the sample names an unknown “${name}”`);
  return value;
}

/** The sample's accounts with new credentials. `email` is made from the handle. */
export function createSampleAccounts(domain: string): (CreatedSampleAccount & SampleUser)[] {
  return sampleUsers.map((person) => ({
    ...person,
    file: person.file ?? person.handle,
    email: `${person.handle}${person.is_bot ? '-bot' : ''}@${domain}`,
    password: person.is_bot ? null : samplePassword(),
    api_key: createApiKey(),
  }));
}

async function insertPeople(tx: DatabaseTransaction, realm_id: number, now: number) {
  const all = createSampleAccounts(sampleOrganization.domain);
  const hashes = await Promise.all(
    all.map(({ password }) => (password === null ? Promise.resolve(null) : hashPassword(password))),
  );
  const rows = await tx
    .insert(users)
    .values(
      all.map((person, i) => ({
        realm_id,
        delivery_email: person.email,
        full_name: person.full_name,
        role: person.role,
        timezone: person.timezone,
        is_bot: person.is_bot ?? false,
        bot_type: person.is_bot ? 1 : null,
        is_active: person.is_active ?? true,
        settings: person.settings ?? {},
        date_joined: new Date(now - (person.joined ?? 1000 - i * 22) * day),
        password_hash: hashes[i] ?? null,
        api_key: person.api_key,
      })),
    )
    .returning({ id: users.id });
  const userIds = new Map(all.map(({ handle }, i) => [handle, rows[i]?.id ?? 0]));
  await tx
    .update(users)
    .set({ bot_owner_id: lookUp(userIds, 'marek') })
    .where(eq(users.id, lookUp(userIds, 'galley')));
  const accounts = all.map(({ file, full_name, role: level, email, password, api_key }) => ({
    file,
    full_name,
    role: level,
    email,
    password,
    api_key,
  }));
  return { accounts, userIds };
}

async function insertGroups(
  tx: DatabaseTransaction,
  realm_id: number,
  userIds: ReadonlyMap<string, number>,
  now: number,
) {
  await tx.insert(userGroups).values(
    sampleGroups.map(({ name, description, deactivated }, i) => ({
      realm_id,
      name,
      description,
      deactivated: deactivated ?? false,
      creator_id: lookUp(userIds, 'adaeze'),
      date_created: new Date(now - (600 - i * 60) * day),
    })),
  );
  const rows = await tx.select({ id: userGroups.id, name: userGroups.name }).from(userGroups);
  const groupIds = new Map(rows.map(({ id, name }) => [name, id]));
  await tx.insert(userGroupMembers).values(
    sampleGroups.flatMap(({ name, members }) =>
      members.map((handle) => ({
        group_id: lookUp(groupIds, name),
        user_id: lookUp(userIds, handle),
      })),
    ),
  );
  await tx.insert(userGroupSubgroups).values(
    sampleGroups.flatMap(({ name, subgroups = [] }) =>
      subgroups.map((inner) => ({
        group_id: lookUp(groupIds, name),
        subgroup_id: lookUp(groupIds, inner),
      })),
    ),
  );
  return { groupIds, systemGroup: (name: string) => lookUp(groupIds, name) };
}

interface Known {
  readonly userIds: ReadonlyMap<string, number>;
  readonly groupIds: ReadonlyMap<string, number>;
  readonly now: number;
  readonly linkifiers: MarkdownReferences['linkifiers'];
  systemGroup(name: string): number;
}

async function insertChannels(tx: DatabaseTransaction, realm_id: number, known: Known) {
  const rows = await tx
    .insert(streams)
    .values(
      sampleChannels.map(({ age, creator, senders, subscribers: _subscribers, ...channel }) => ({
        ...channel,
        realm_id,
        date_created: new Date(known.now - age * day),
        creator_id: lookUp(known.userIds, creator),
        settings: { ...postedBy(senders, known), ...rightsIn(channel.name, known) },
      })),
    )
    .returning({ id: streams.id });
  const channelIds = new Map(sampleChannels.map(({ name }, i) => [name, rows[i]?.id ?? 0]));
  const everybodys = sampleChannels
    .filter(({ invite_only }) => !invite_only)
    .map(({ name }) => ({ name, id: lookUp(channelIds, name) }));
  for (const { name, description } of sampleChannels) {
    await tx
      .update(streams)
      .set({
        rendered_description: renderDescription(description, everybodys, known.linkifiers),
      })
      .where(eq(streams.id, lookUp(channelIds, name)));
  }
  await tx.insert(subscriptions).values(
    sampleChannels.flatMap((channel, i) =>
      sampleSubscribersOf(channel).map((handle) => ({
        stream_id: lookUp(channelIds, channel.name),
        user_id: lookUp(known.userIds, handle),
        color: channelColors[i % channelColors.length] ?? '#76ce90',
        ...personal[`${handle} ${channel.name}`],
      })),
    ),
  );
  return channelIds;
}

function postedBy(
  senders: SampleChannel['senders'],
  { systemGroup }: Known,
): Record<string, number> {
  return senders ? { can_send_message_group: systemGroup(senders) } : {};
}

/**
 * The atlas channel is administered by its creator and the design group. Editors can add
 * freelancers.
 */
function rightsIn(channel: string, { userIds, groupIds }: Known): Record<string, GroupSetting> {
  const group = (name: string) => lookUp(groupIds, name);
  switch (channel) {
    case 'The Atlas of Small Islands: maps, captions, index':
      return {
        can_administer_channel_group: {
          direct_members: [lookUp(userIds, 'hanna')],
          direct_subgroups: [group('design')],
        },
      };
    case 'freelancers':
      return { can_add_subscribers_group: group('editors') };
    default:
      return {};
  }
}

/** Personal channel settings, by handle and channel name. */
const personal: Readonly<Record<string, { is_muted?: boolean; pin_to_top?: boolean }>> = {
  'hanna The Atlas of Small Islands: maps, captions, index': { pin_to_top: true },
  'hanna editorial': { pin_to_top: true },
  'hanna stand-up notes': { is_muted: true },
  'tomas production': { pin_to_top: true },
  'tomas kettle': { is_muted: true },
  'ruth kettle': { is_muted: true },
  'ines contracts': { pin_to_top: true },
};

async function insertDrafts(tx: DatabaseTransaction, names: SampleIds): Promise<void> {
  const rows = sampleDrafts.map(({ owner, to, topic = '', hoursAgo, content }) => ({
    user_id: names.user(owner),
    type: to === null ? '' : typeof to === 'string' ? 'stream' : 'private',
    to: to === null ? [] : typeof to === 'string' ? [names.channel(to)] : to.map(names.user),
    topic,
    content,
    last_edit_time: sql`to_timestamp(${Math.floor(names.now / 1000 - hoursAgo * 3600)})`,
  }));
  await tx.insert(drafts).values(rows);
}
