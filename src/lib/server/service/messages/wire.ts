import type { ServiceContext } from '../context';
import type { StoredMessage } from '../db/schema/messages';
import { isMeMessage, topicLinks } from '../markdown/render';
import type { CompiledLinkifiers } from '../markdown/state';
import type { UserRow } from '../model';
import type { WireSubmessage } from '../widgets/store-widget';
import { apiEmail, gravatarUrl } from '../users/email';
import { unixTime } from '../users/wire';

/** Parts of a message in the API that aren't in its row. */
interface WireParts {
  readonly linkifiers: CompiledLinkifiers | undefined;
  readonly submessages?: readonly WireSubmessage[];
  /** By default the picture's URL; null if the client computes it. */
  readonly avatar_url?: string | null;
}

/**
 * A new message as in its event, rendered. For queues that want the Markdown source, or compute
 * avatars themselves, the presenter adapts it. https://zulip.com/api/get-events#message
 */
export function wireMessage(
  { realm, baseUrl }: ServiceContext,
  row: StoredMessage,
  sender: UserRow,
  display_recipient: string | readonly UserRow[],
  {
    linkifiers,
    submessages = [],
    avatar_url = sender.avatar_url ?? gravatarUrl(sender, baseUrl),
  }: WireParts,
) {
  return {
    id: row.id,
    sender_id: sender.id,
    sender_email: apiEmail(sender, baseUrl),
    sender_full_name: sender.full_name,
    sender_realm_str: realm.string_id,
    avatar_url,
    client: row.client,
    content: row.rendered_content,
    content_type: 'text/html',
    timestamp: unixTime(row.date_sent),
    type: row.stream_id === null ? 'private' : 'stream',
    display_recipient:
      typeof display_recipient === 'string'
        ? display_recipient
        : display_recipient.map((user) => ({
            id: user.id,
            email: apiEmail(user, baseUrl),
            full_name: user.full_name,
            is_mirror_dummy: false,
          })),
    ...(row.stream_id !== null && { stream_id: row.stream_id }),
    subject: row.topic,
    recipient_id: row.recipient_id,
    is_me_message: isMeMessage(row.content, row.rendered_content),
    reactions: [],
    submessages: [...submessages],
    topic_links: topicLinks(row.topic, linkifiers),
  };
}
