import {
  canDeleteAnyMessage,
  canDeleteOwnMessages,
  isWithinTimeLimit,
} from '$lib/api/permissions/message';
import { eq, inArray } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { recordFirstMessage } from '../channels/first-message';
import type { ServiceContext } from '../context';
import { messages } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { releaseFiles } from '../files/claim';
import type { AccessibleMessage } from '../narrow/find';
import { loadPermissions } from '../permissions/load';
import { realmSettingOf } from '../realm/settings';
import { messageAudienceOf } from './audience';

/** Source: https://zulip.com/api/delete-message */
export async function hasDeletePermission(
  context: ServiceContext,
  { row, stream }: AccessibleMessage,
): Promise<boolean> {
  const { tx, user, realm, clock } = context;
  const permissions = await loadPermissions(context, user);
  if (canDeleteAnyMessage(permissions, stream ?? undefined)) return true;
  const [sender] = await tx.select().from(users).where(eq(users.id, row.sender_id));
  if (row.sender_id !== user.id && sender?.bot_owner_id !== user.id) return false;
  if (!canDeleteOwnMessages(permissions, stream ?? undefined)) return false;
  const limit = realmSettingOf(realm, 'message_content_delete_limit_seconds');
  // A few seconds of grace, so that a deletion that still looks possible on a client's clock works.
  return isWithinTimeLimit((clock.now() - row.date_sent.getTime()) / 1000 - 20, limit);
}

/** Deletes messages of one conversation and sends an event to everyone who had access. */
export async function removeMessages(
  context: ServiceContext,
  found: readonly Pick<AccessibleMessage, 'row' | 'stream'>[],
): Promise<void> {
  const first = found[0];
  if (!first) return;
  const { tx } = context;
  const { stream } = first;
  const message_ids = found.map((each) => each.row.id).sort((a, b) => a - b);
  const { user_ids } = await messageAudienceOf(context, stream, message_ids, first.row.id);
  const releaseThem = await releaseFiles(context, message_ids);
  await tx.delete(messages).where(inArray(messages.id, message_ids));
  await releaseThem();
  if (stream && message_ids.includes(stream.first_message_id ?? -1)) {
    await recordFirstMessage(context, stream);
  }
  const place = { stream, topic: first.row.topic };
  const isPublic = stream !== null && !stream.invite_only;
  announceRemoval(context, { ...place, ...(isPublic && { publicBut: [] }) }, message_ids, user_ids);
}

/** Where the deleted messages were. */
interface RemovalTarget {
  /** Null for direct messages. */
  readonly stream: StreamRow | null;
  readonly topic: string;
  /** If set, queues for all public channels also get the event, except those of these users. */
  readonly publicBut?: readonly number[];
}

/**
 * Sends one event for all messages to clients that support `bulk_message_deletion`, and one event
 * per message to the others.
 */
export function announceRemoval(
  { emit }: ServiceContext,
  { stream, topic, publicBut }: RemovalTarget,
  message_ids: readonly number[],
  audience: readonly number[],
): void {
  const place = {
    type: 'delete_message',
    message_type: stream ? 'stream' : 'private',
    ...(stream && { stream_id: stream.id, topic }),
  };
  const hidden = publicBut ? { public_stream: true, public_but: publicBut } : {};
  emit({
    payload: { ...place, message_ids },
    audience,
    hidden: { ...hidden, with: 'bulk_message_deletion' },
  });
  for (const message_id of message_ids) {
    emit({
      payload: { ...place, message_id },
      audience,
      hidden: { ...hidden, without: 'bulk_message_deletion' },
    });
  }
}
