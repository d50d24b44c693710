import type { RetentionParam } from '$lib/api/channels';
import { canCreateChannel, canSetDeletePolicy } from '$lib/api/permissions/channel';
import { and, eq, ne } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { messages } from '../db/schema/messages';
import { badRequest, requirePermission } from '../failure';
import type { UserPermissions } from '../permissions/load';
import type { StreamPermission } from '../permissions/table';
import { requireOwner } from '../realm/require-owner';
import { realmSettingOf } from '../realm/settings';

/** Fields that decide who can see a channel. */
export type ChannelPrivacy = Pick<StreamRow, 'invite_only' | 'is_web_public'>;

/** Throws 400 unless the caller can create channels of this type, or change one to it. */
export function requireCanCreateChannel(
  { realm, service: { server } }: ServiceContext,
  permissions: UserPermissions,
  { invite_only, is_web_public }: ChannelPrivacy,
): void {
  if (invite_only && is_web_public) {
    throw badRequest('A channel is either private or web-public.');
  }
  if (
    is_web_public &&
    !(server.webPublicStreams && realmSettingOf(realm, 'enable_spectator_access'))
  ) {
    throw badRequest('Web-public channels are not enabled.');
  }
  requirePermission(canCreateChannel(permissions, { invite_only, is_web_public }));
}

/**
 * Days to store. Throws UNAUTHORIZED_PRINCIPAL unless the caller is an owner, who alone can set
 * message retention.
 */
export function readRetention({ user }: ServiceContext, given: RetentionParam): number | null {
  requireOwner(user, 'owner');
  if (given === 'realm_default') return null;
  return given === 'unlimited' ? -1 : given;
}

/**
 * Throws 400 if the channel has messages in named topics, and so can't have only the empty topic.
 */
export async function checkOnlyEmptyTopic(
  { tx }: ServiceContext,
  stream: StreamRow,
): Promise<void> {
  const [named] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.stream_id, stream.id), ne(messages.topic, '')))
    .limit(1);
  if (named) throw badRequest('This channel has messages in named topics.');
}

const ofDeletion: ReadonlySet<StreamPermission> = new Set([
  'can_delete_any_message_group',
  'can_delete_own_message_group',
]);

/** Throws 400 unless the caller can grant this permission. */
export function requireCanSetPermission(
  permissions: UserPermissions,
  name: StreamPermission,
): void {
  requirePermission(!ofDeletion.has(name) || canSetDeletePolicy(permissions));
}
