import { canPostInChannel } from '$lib/api/permissions/channel';
import { and, eq } from 'drizzle-orm';
import { ChannelAccess, type StreamRow } from '../channels/access';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import { readTogether } from '../db/combine-selects';
import { users } from '../db/schema/users';
import { SendRefusal, type ServiceFailure } from '../failure';
import type { UserRow } from '../model';
import { settingIncludesAnyOf, loadPermissions, loadSystemGroups } from '../permissions/load';
import { realmSettingOf } from '../realm/settings';
import { isSubscribed } from './receivers';

/** Reads `(no topic)` and the display name of the empty topic as the empty topic. */
export function readEmptyTopic(topic: string): string {
  return topic === '(no topic)' || topic === emptyTopicName ? '' : topic;
}

/** Throws if the channel, or else the organization, doesn't allow this kind of topic. */
export function checkTopicsPolicy(context: ServiceContext, stream: StreamRow, topic: string): void {
  const policy =
    stream.topics_policy === 'inherit'
      ? realmSettingOf(context.realm, 'topics_policy')
      : stream.topics_policy;
  const fields = { empty_topic_display_name: emptyTopicName };
  if (policy === 'disable_empty_topic' && topic === '') {
    throw new SendRefusal('TOPIC_REQUIRED', 'Topics are required in this channel', fields);
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw new SendRefusal(
      'TOPIC_NOT_ALLOWED',
      'Only the general chat topic is allowed in this channel',
      fields,
    );
  }
}

/**
 * Throws `missing` for a channel that the sender can't see, 400 if they can't post. A bot can post
 * with its owner's access, but the errors reveal nothing that only the owner can see.
 */
export async function requireCanPost(
  context: ServiceContext,
  stream: StreamRow,
  missing: ServiceFailure,
): Promise<void> {
  const people = [context.user, ...(await ownerOf(context))];
  let known = context.user.is_system_bot;
  for (const person of people) {
    const access = await loadAccessTo(context, person, stream.id);
    const sees = access.seesMetadata(stream);
    if (person.id === context.user.id) known ||= sees;
    if (!known && !sees) continue;
    if (
      context.user.is_system_bot
        ? !stream.is_archived
        : canPostInChannel(access.permissions, stream, access.subscribed.has(stream.id))
    ) {
      return;
    }
  }
  if (!known) throw missing;
  if (stream.is_archived) {
    throw new SendRefusal('CHANNEL_ARCHIVED', `Channel '${stream.name}' is archived`);
  }
  throw new SendRefusal(
    'POSTING_NOT_ALLOWED',
    `Not authorized to send to channel '${stream.name}'`,
  );
}

/** What a user can do in one channel. */
async function loadAccessTo(
  context: ServiceContext,
  person: UserRow,
  stream_id: number,
): Promise<ChannelAccess> {
  const [permissions, subscribed] = await readTogether([
    loadPermissions(context, person),
    isSubscribed(context, person.id, stream_id),
  ]);
  return new ChannelAccess(person, permissions, new Set(subscribed ? [stream_id] : []));
}

/** The owner of a bot, who can lend it permission to post. */
async function ownerOf({ tx, user }: ServiceContext): Promise<UserRow[]> {
  if (!user.is_bot || user.bot_owner_id === null) return [];
  return tx
    .select()
    .from(users)
    .where(and(eq(users.id, user.bot_owner_id), eq(users.is_active, true)));
}

/**
 * Throws 400 if direct messages aren't allowed. Messages to oneself and to system bots always are.
 * Otherwise someone in the conversation needs the permission, and starting a conversation needs
 * another.
 */
export async function requireCanMessagePeople(
  context: ServiceContext,
  participants: readonly UserRow[],
  isNew: boolean,
): Promise<void> {
  const { user, realm } = context;
  if (participants.some((person) => !person.is_active)) {
    const gone = participants.find((person) => !person.is_active)!;
    throw new SendRefusal(
      'RECIPIENT_DEACTIVATED',
      `'${gone.full_name}' is no longer using this organization.`,
    );
  }
  const others = participants.filter(({ id }) => id !== user.id);
  if (user.is_system_bot || others.every(({ is_system_bot }) => is_system_bot)) return;
  const groups = await loadSystemGroups(context);
  const permission = groups.realmSetting(realm, 'direct_message_permission_group');
  if (!(await settingIncludesAnyOf(context, permission, participants))) {
    throw new SendRefusal(
      'DIRECT_MESSAGES_NOT_ALLOWED',
      'This conversation does not include any users who can authorize it.',
    );
  }
  const initiator = groups.realmSetting(realm, 'direct_message_initiator_group');
  if (isNew && !(await settingIncludesAnyOf(context, initiator, [user]))) {
    throw new SendRefusal(
      'DIRECT_MESSAGES_NOT_ALLOWED',
      'You do not have permission to initiate direct message conversations.',
    );
  }
}
