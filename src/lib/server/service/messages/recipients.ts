import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { User } from '../model';
import type { Tx } from '../db/store';
import { isRowId } from '../db/ids';
import { recipients } from '../db/schema/messages';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { badRequest, ServiceFailure } from '../failure';
import { placeholderEmail, seesEmail } from '../users/email';
import type { StreamRow } from '../channels/access';
import { once } from './bulk';

/** `to` in any of its documented spellings. */
export type To = number | string | readonly number[] | readonly string[];

export function noSuchStream(fields: { stream: string } | { stream_id: number }): ServiceFailure {
  const name = 'stream' in fields ? `'${fields.stream}'` : `with ID '${fields.stream_id}'`;
  return new ServiceFailure('STREAM_DOES_NOT_EXIST', `Channel ${name} does not exist`, 400, fields);
}

/**
 * The channel that `to` names, whoever may see it; until commit it is not archived. Lists of one are
 * accepted, as the old API did.
 */
export async function findStream(
  { tx, realm, bulk }: Context,
  to: To,
): Promise<{ stream: StreamRow | undefined; missing: ServiceFailure }> {
  const one = typeof to === 'object' ? (to.length === 1 ? to[0] : undefined) : to;
  if (one === undefined || one === '') throw badRequest('Expected exactly one channel');
  const missing = noSuchStream(typeof one === 'number' ? { stream_id: one } : { stream: one });
  if (typeof one === 'number' && !isRowId(one)) throw missing;
  const known = typeof one === 'number' ? bulk?.streams.get(one) : undefined;
  if (known?.realm_id === realm.id) return { stream: known, missing };
  const wanted =
    typeof one === 'number'
      ? eq(streams.id, one)
      : sql`lower(${streams.name}) = ${one.trim().toLowerCase()}`;
  const [stream] = await tx
    .select()
    .from(streams)
    .where(and(eq(streams.realm_id, realm.id), wanted))
    .for('key share');
  if (stream) bulk?.streams.set(stream.id, stream);
  return { stream, missing };
}

/**
 * The people that `to` names, in no order, each once, without regard to who may see them. A real
 * address names somebody only for those who may see it: else anybody could test whose it is.
 */
export async function findPeople(context: Context, to: To): Promise<User[]> {
  const { tx, user, realm, bulk } = context;
  const list = listOf(to);
  if (list.length === 0) throw badRequest('Message must have recipients');
  const ids = list.filter((item) => typeof item === 'number');
  const emails = list.filter((item) => typeof item === 'string').map((item) => item.toLowerCase());
  if (ids.length > 0 && emails.length > 0)
    throw badRequest('Recipients are IDs or e-mails, not both');
  const wrong = ids.find((id) => !isRowId(id));
  if (wrong !== undefined) throw badRequest(`Invalid user ID ${wrong}`);
  const placeholders = new Map(emails.map((email) => [email, placeholderId(context, email)]));
  const allIds = [...ids, ...[...placeholders.values()].filter((id) => id !== undefined)];
  const known = ids.flatMap((id) => bulk?.people.get(id) ?? []).filter(isOf(realm));
  if (ids.length > 0 && known.length === ids.length) return [...new Set(known)];
  const found = await tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        ids.length > 0
          ? inArray(users.id, [...new Set(ids)])
          : sql`(${inArray(sql`lower(${users.delivery_email})`, emails)} or ${
              allIds.length > 0 ? inArray(users.id, allIds) : sql`false`
            })`,
      ),
    );
  const byId = new Map(found.map((user) => [user.id, user]));
  const open = found.filter((person) => seesEmail(user, person));
  const byEmail = new Map(open.map((person) => [person.delivery_email.toLowerCase(), person]));
  const people = new Map<number, User>();
  for (const item of list) {
    const person =
      typeof item === 'number'
        ? byId.get(item)
        : (byEmail.get(item.toLowerCase()) ?? byId.get(placeholders.get(item.toLowerCase()) ?? 0));
    if (!person) {
      throw badRequest(
        typeof item === 'number' ? `Invalid user ID ${item}` : `Invalid email '${item}'`,
      );
    }
    people.set(person.id, person);
  }
  return [...people.values()];
}

function isOf({ id }: Pick<Context['realm'], 'id'>) {
  return ({ realm_id }: User) => realm_id === id;
}

function placeholderId({ baseUrl }: Context, email: string): number | undefined {
  const [, digits] = /^user(\d{1,10})@/.exec(email) ?? [];
  const id = Number(digits ?? 0);
  return isRowId(id) && placeholderEmail(id, baseUrl) === email ? id : undefined;
}

function listOf(to: To): (number | string)[] {
  if (typeof to === 'number') return [to];
  if (typeof to === 'object')
    return to.map((item) => (typeof item === 'string' ? item.trim() : item));
  return to
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
}

/** The row that a channel's messages point at; made with the first message. */
export function channelRecipient({ tx, realm, bulk }: Context, stream_id: number): Promise<number> {
  return once(bulk?.channelRecipients, stream_id, () => makeRecipient(tx, realm.id, stream_id));
}

async function makeRecipient(tx: Tx, realm_id: number, stream_id: number): Promise<number> {
  const where = eq(recipients.stream_id, stream_id);
  const [found] = await tx.select({ id: recipients.id }).from(recipients).where(where);
  if (found) return found.id;
  await tx.insert(recipients).values({ realm_id, stream_id }).onConflictDoNothing();
  const [made] = await tx.select({ id: recipients.id }).from(recipients).where(where);
  return made!.id;
}

export interface Conversation {
  readonly id: number;
  /** Whether somebody has written in it. */
  readonly used: boolean;
}

/** The row of a direct conversation, if there is one. */
export async function findConversation(
  { tx, realm, bulk }: Context,
  participants: readonly number[],
): Promise<Conversation | undefined> {
  const found = await once(
    bulk?.conversations,
    conversationKey(realm.id, participants),
    async () => {
      const [row] = await tx
        .select({
          id: recipients.id,
          used: sql<boolean>`exists (select 1 from messages where recipient_id = ${recipients.id})`,
        })
        .from(recipients)
        .where(between(realm.id, participants));
      return row;
    },
  );
  return found && bulk?.holdsFor(found.id) ? { ...found, used: true } : found;
}

/** What a bulk knows a conversation by. */
export function conversationKey(realm_id: number, participants: readonly number[]): string {
  return `${realm_id}:${ascending(participants).join()}`;
}

/** The row of a direct conversation; made with the first message. */
export async function directRecipient(
  context: Context,
  participants: readonly number[],
): Promise<number> {
  const { tx, realm, bulk } = context;
  const found = await findConversation(context, participants);
  if (found) return found.id;
  await tx
    .insert(recipients)
    .values({ realm_id: realm.id, user_ids: ascending(participants) })
    .onConflictDoNothing();
  bulk?.conversations.delete(conversationKey(realm.id, participants));
  const made = await findConversation(context, participants);
  return made!.id;
}

function between(realm_id: number, participants: readonly number[]) {
  const ids = sql.join(
    ascending(participants).map((id) => sql`${id}::int`),
    sql`, `,
  );
  return and(eq(recipients.realm_id, realm_id), sql`${recipients.user_ids} = array[${ids}]`);
}

function ascending(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b);
}
