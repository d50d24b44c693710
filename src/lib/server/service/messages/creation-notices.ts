import { sql } from 'drizzle-orm';
import { mapWithOutsideWork } from '../outside-transaction';
import type { StreamRow } from '../channels/access';
import { loadPeers } from '../channels/peers';
import { loadSubscribers } from '../channels/subscribers';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { BatchWriter } from '../db/message-writer';
import { queryRows } from '../db/query-rows';
import type { StoredMessage } from '../db/schema/messages';
import { claimFiles } from '../files/claim';
import { loadReferenceNames } from '../markdown/references';
import { renderText } from '../markdown/render-text';
import { asNotificationBot } from '../users/notification-bot';
import { creationNoticeText, eventsTopicOf } from './channel-notices';
import { receiverFlagsOf, deliveryGroupsOf, noMentionEffects } from './receivers';
import { announceMessage, newMessageColumns } from './send';
import { loadPreferencesByContent } from './notification-preferences';

/**
 * Posts the Notification Bot's first message in each new channel, with one statement per kind of
 * row, however many channels there are. The text mentions no one, because descriptions are quoted.
 */
export async function postCreationNotices(
  context: ServiceContext,
  made: readonly StreamRow[],
): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot || made.length === 0) return;
  const ids = made.map(({ id }) => id);
  const texts = made.map((stream) => creationNoticeText(context, stream));
  const found = await loadReferenceNames(bot, ...new Set(texts));
  // Without the new channels, because the rendered description is older than they are.
  const names = { ...found, streams: found.streams.filter(({ id }) => !ids.includes(id)) };
  const rendered = await mapWithOutsideWork(texts, (text) => renderText(bot, text, names));
  const preferencesFor = await loadPreferencesByContent(bot, texts);
  const recipients = await makeRecipients(bot, ids);
  const subscribersOf = await loadSubscribers(bot, 'true', ids);
  const writer = new BatchWriter(context.tx, made.length);
  const rows: StoredMessage[] = [];
  for (const [at, stream] of made.entries()) {
    const content = texts[at]!;
    const { html } = rendered[at]!;
    const receivers = subscribersOf(stream.id, true).subscribers ?? [];
    const flags = receiverFlagsOf(receivers, {
      ...{ readBy: bot.user.id, mentions: noMentionEffects },
      ...{
        called: noMentionEffects.user_ids,
        participants: noMentionEffects.user_ids,
        preferences: preferencesFor(content),
      },
    });
    const outgoing = { content, readBySender: true };
    const place = { recipient_id: recipients.get(stream.id)!, stream_id: stream.id };
    const row = await writer.write(
      { ...newMessageColumns(bot, outgoing, html), ...place, topic: eventsTopicOf(stream) },
      deliveryGroupsOf(receivers, flags),
    );
    await announceMessage(bot, outgoing, row, stream.name, receivers, flags, {
      public_stream: !stream.invite_only,
    });
    rows.push(row);
  }
  await writer.flush();
  for (const row of rows) await claimFiles(bot, row);
  await recordFirsts(context, made, rows);
}

/** Recipient ids by channel id. */
async function makeRecipients(
  { tx, realm }: ServiceContext,
  stream_ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await queryRows<{ id: number; stream_id: number }>(
    tx,
    sql`insert into recipients (realm_id, stream_id)
      select ${realm.id}::int, id from unnest(${idArray(stream_ids)}) as made(id)
      returning id, stream_id`,
  );
  return new Map(rows.map(({ id, stream_id }) => [stream_id, id]));
}

/** No one else can post in a channel before the transaction that creates it commits. */
async function recordFirsts(
  context: ServiceContext,
  made: readonly StreamRow[],
  rows: readonly StoredMessage[],
): Promise<void> {
  await context.tx.execute(sql`update streams set first_message_id = first.id
    from unnest(${idArray(rows.map(({ id }) => id))}, ${idArray(made.map(({ id }) => id))})
      as first(id, stream_id)
    where streams.id = first.stream_id`);
  const peersOf = await loadPeers(context, made);
  for (const [at, stream] of made.entries()) {
    context.emit({
      payload: {
        ...{ type: 'stream', op: 'update', stream_id: stream.id, name: stream.name },
        ...{ property: 'first_message_id', value: rows[at]!.id },
      },
      audience: stream.is_web_public ? 'realm' : peersOf(stream),
    });
  }
}
