import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { CachedRead } from '../db/read-cache';
import { recipients } from '../db/schema/messages';
import type { DatabaseTransaction } from '../db/store';
import { announceNewDirectPartners } from '../guest-visibility/announce-visibility';

/** By channel. Such rows never change. */
export const channelRecipients = new CachedRead<number, number>();

/** The row that a channel's messages point at; made with the first message. */
export function channelRecipient(
  { tx, realm, readCache: facts }: ServiceContext,
  stream_id: number,
): Promise<number> {
  return facts.getOrLoad(channelRecipients, stream_id, async () => {
    const known = facts.lasting.get(channelRecipients, stream_id);
    if (known !== undefined) return known;
    const found = await readRecipient(tx, stream_id);
    // What this transaction makes may yet be taken back.
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
  /** Whether somebody has written in it. */
  readonly used: boolean;
}

export const directConversationColumns = {
  id: recipients.id,
  used: sql<boolean>`exists (select 1 from messages where recipient_id = ${recipients.id})`,
};

/** By `conversationKey`. Such rows never change; the writer knows which have been used since. */
export const directConversations = new CachedRead<string, DirectConversation | undefined>();

/** The row of a direct conversation, if there is one. */
export async function findDirectConversation(
  { tx, realm, readCache: facts, writer }: ServiceContext,
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

/** Organization and participants in one word. */
export function directConversationKey(realm_id: number, participants: readonly number[]): string {
  return `${realm_id}:${ascending(participants).join()}`;
}

/** The row of a direct conversation; made with the first message. */
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

/** That a row is of the conversation of exactly these people. */
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
