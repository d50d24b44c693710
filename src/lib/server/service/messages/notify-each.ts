import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { BatchWriter } from '../db/message-writer';
import { rowsOf } from '../db/rows';
import { idArray } from '../db/ids';
import { renderText } from '../markdown/render-text';
import type { User } from '../model';
import { asNotificationBot } from '../users/notification-bot';
import { flagsOf, receiptsOf, silent } from './receivers';
import { announce, columns } from './send';
import { wishesOf } from './wishes';

/**
 * The Notification Bot writes the same to each of these people alone: rendered once, and one statement
 * for each kind of row however many they are. The text calls nobody and names no file.
 */
export async function notifyEach(
  context: Context,
  people: readonly User[],
  content: string,
): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot || people.length === 0) return;
  const { html } = await renderText(bot, content);
  const conversations = await conversationsWith(bot, people);
  const writer = new BatchWriter(context.tx, people.length);
  const outgoing = { content, readBySender: true };
  const wishes = await wishesOf(bot, content);
  for (const person of people) {
    const participants = [bot.user, person];
    const receivers = participants.map(({ id }) => id);
    const flags = flagsOf(receivers, {
      ...{ readBy: bot.user.id, mentions: silent },
      ...{ called: silent.user_ids, participants: silent.user_ids, wishes },
    });
    const recipient_id = conversations.get(person.id)!;
    const row = await writer.write(
      { ...columns(bot, outgoing, html), recipient_id, stream_id: null, topic: '' },
      receiptsOf(receivers, flags),
    );
    await announce(bot, outgoing, row, participants, receivers, flags, {});
  }
  await writer.flush();
}

/** Where each of them and the caller write to each other, by their id. */
async function conversationsWith(
  { tx, realm, user }: Context,
  people: readonly User[],
): Promise<ReadonlyMap<number, number>> {
  const pairs = sql`select array[least(id, ${user.id}::int), greatest(id, ${user.id}::int)] as pair, id
    from unnest(${idArray(people.map(({ id }) => id))}) as person(id)`;
  await tx.execute(sql`insert into recipients (realm_id, user_ids)
    select ${realm.id}::int, pair from (${pairs}) as wanted on conflict do nothing`);
  const rows = await rowsOf<{ id: number; recipient_id: number }>(
    tx,
    sql`select wanted.id, r.id as recipient_id from (${pairs}) as wanted
      join recipients r on r.realm_id = ${realm.id} and r.user_ids = wanted.pair`,
  );
  return new Map(rows.map(({ id, recipient_id }) => [id, recipient_id]));
}
