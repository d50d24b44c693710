import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { recipients } from '../db/schema/messages';
import type { DatabaseTransaction } from '../db/store';
import { announceNewDirectPartners } from '../guest-visibility/announce-visibility';

/** Recipient ids by channel id. These rows never change. */
export const channelRecipients = new CachedRead<number, number>();

/** The recipient row that a channel's messages refer to. Created with the first message. */
export function channelRecipient(
  { tx, realm, service: { readCache: facts } }: ServiceContext,
  stream_id: number,
): Promise<number> {
  return facts.getOrLoad(channelRecipients, stream_id, async () => {
    const known = facts.lasting.get(channelRecipients, stream_id);
    if (known !== undefined) return known;
    const found = await readRecipient(tx, stream_id);
    // Only cache rows that exist already: a row created in this transaction may be rolled back.
    if (found !== undefined) facts.lasting.set(channelRecipients, stream_id, found);
    return found ?? makeRecipient(tx, realm.id, stream_id);
  });
}

async function readRecipient(
  tx: DatabaseTransaction,
  stream_id: number,
): Promise<number | undefined> {
  const [found] = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(eq(recipients.stream_id, stream_id));
  return found?.id;
}

async function makeRecipient(
  tx: DatabaseTransaction,
  realm_id: number,
  stream_id: number,
): Promise<number> {
  await tx.insert(recipients).values({ realm_id, stream_id }).onConflictDoNothing();
  return (await readRecipient(tx, stream_id))!;
}

export interface DirectConversation {
  readonly id: number;
  /** Whether it has messages. */
  readonly used: boolean;
}

export const directConversationColumns = {
  id: recipients.id,
  used: sql<boolean>`exists (select 1 from messages where recipient_id = ${recipients.id})`,
};

/**
 * By `directConversationKey`. These rows never change, except that the writer records which have
 * been used since.
 */
export const directConversations = new CachedRead<string, DirectConversation | undefined>();

/** The recipient row of a direct conversation, if it exists. */
export async function findDirectConversation(
  { tx, realm, service: { readCache: facts, writer } }: ServiceContext,
  participants: readonly number[],
): Promise<DirectConversation | undefined> {
  const found = await facts.getOrLoad(
    directConversations,
    directConversationKey(realm.id, participants),
    async () => {
      const [row] = await tx
        .select(directConversationColumns)
        .from(recipients)
        .where(isConversationBetween(realm.id, participants));
      return row;
    },
  );
  return found && writer.hasWrittenTo(found.id) ? { ...found, used: true } : found;
}

/** Cache key made of organization and participants. */
export function directConversationKey(realm_id: number, participants: readonly number[]): string {
  return `${realm_id}:${ascending(participants).join()}`;
}

/** The recipient row of a direct conversation. Created with the first message. */
export async function directRecipient(
  context: ServiceContext,
  participants: readonly number[],
): Promise<number> {
  const { tx, realm } = context;
  const found = await findDirectConversation(context, participants);
  if (found) return found.id;
  const [row] = await tx
    .insert(recipients)
    .values({ realm_id: realm.id, user_ids: ascending(participants) })
    .onConflictDoNothing()
    .returning({ id: recipients.id });
  if (row) await announceNewDirectPartners(context, row.id, participants);
  const made = await findDirectConversation(context, participants);
  return made!.id;
}

/** Condition for the row of the conversation between exactly these people. */
export function isConversationBetween(realm_id: number, participants: readonly number[]) {
  const ids = sql.join(
    ascending(participants).map((id) => sql`${id}::int`),
    sql`, `,
  );
  return and(eq(recipients.realm_id, realm_id), sql`${recipients.user_ids} = array[${ids}]`);
}

function ascending(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b);
}
