import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { BatchWriter } from '../db/message-writer';
import { queryRows } from '../db/query-rows';
import { idArray } from '../db/ids';
import { renderText } from '../markdown/render-text';
import type { UserRow } from '../model';
import { asNotificationBot } from '../users/notification-bot';
import { receiverFlagsOf, deliveryGroupsOf, noMentionEffects } from './receivers';
import { announceMessage, newMessageColumns } from './send';
import { loadNotificationPreferences } from './notification-preferences';

/**
 * Sends the same Notification Bot message to each of these people in a direct message. Renders it
 * once and uses one statement per kind of row, however many people there are. The text must not
 * mention anyone or link files.
 */
export async function notifyEach(
  context: ServiceContext,
  people: readonly UserRow[],
  content: string,
): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot || people.length === 0) return;
  const { html } = await renderText(bot, content);
  const conversations = await conversationsWith(bot, people);
  const writer = new BatchWriter(context.tx, people.length);
  const outgoing = { content, readBySender: true };
  const preferences = await loadNotificationPreferences(bot, content);
  for (const person of people) {
    const participants = [bot.user, person];
    const receivers = participants.map(({ id }) => id);
    const flags = receiverFlagsOf(receivers, {
      ...{ readBy: bot.user.id, mentions: noMentionEffects },
      ...{
        called: noMentionEffects.user_ids,
        participants: noMentionEffects.user_ids,
        preferences,
      },
    });
    const recipient_id = conversations.get(person.id)!;
    const row = await writer.write(
      { ...newMessageColumns(bot, outgoing, html), recipient_id, stream_id: null, topic: '' },
      deliveryGroupsOf(receivers, flags),
    );
    await announceMessage(bot, outgoing, row, participants, receivers, flags, {});
  }
  await writer.flush();
}

/** Recipient ids of the caller's direct conversation with each person, by person's id. */
async function conversationsWith(
  { tx, realm, user }: ServiceContext,
  people: readonly UserRow[],
): Promise<ReadonlyMap<number, number>> {
  const pairs = sql`select array[least(id, ${user.id}::int), greatest(id, ${user.id}::int)] as pair, id
    from unnest(${idArray(people.map(({ id }) => id))}) as person(id)`;
  await tx.execute(sql`insert into recipients (realm_id, user_ids)
    select ${realm.id}::int, pair from (${pairs}) as wanted on conflict do nothing`);
  const rows = await queryRows<{ id: number; recipient_id: number }>(
    tx,
    sql`select wanted.id, r.id as recipient_id from (${pairs}) as wanted
      join recipients r on r.realm_id = ${realm.id} and r.user_ids = wanted.pair`,
  );
  return new Map(rows.map(({ id, recipient_id }) => [id, recipient_id]));
}
