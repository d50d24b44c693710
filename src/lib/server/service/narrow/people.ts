import type { NarrowOperand } from '$lib/api/narrow';
import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { ServiceFailure } from '../failure';
import { findRecipients } from '../users/find-recipients';
import { badNarrow } from './bad-narrow';

/**
 * Ids of the users that an operand names by id or email address, as a single value, a list or a
 * comma-separated list.
 */
export async function readOperandPeople(
  context: ServiceContext,
  operand: NarrowOperand,
): Promise<number[]> {
  try {
    return (await findRecipients(context, namesOf(operand))).map(({ id }) => id);
  } catch (error) {
    if (error instanceof ServiceFailure) throw badNarrow(error.message);
    throw error;
  }
}

/** Ids can also be text: `"7,9"`. */
function namesOf(operand: NarrowOperand): NarrowOperand {
  if (typeof operand !== 'string') return operand;
  const parts = operand.split(',').map((part) => part.trim());
  return parts.every((part) => /^\d{1,10}$/.test(part)) ? parts.map(Number) : operand;
}

/** Messages of the conversation with exactly these people. */
export async function isConversationWith(
  context: ServiceContext,
  operand: NarrowOperand,
): Promise<SQL> {
  const { tx, realm, user } = context;
  const isSelf = typeof operand === 'object' && operand.length === 0;
  const others = isSelf ? [] : await readOperandPeople(context, operand);
  const ids = [...new Set([...others, user.id])].sort((a, b) => a - b);
  const [found] = await queryRows<{ id: number }>(
    tx,
    sql`select id from recipients
      where realm_id = ${realm.id} and user_ids = ${`{${ids.join()}}`}::int[]`,
  );
  return found ? sql`m.recipient_id = ${found.id}::int` : sql`false`;
}

/** Direct messages that include all of these people. */
export async function includesPeople(
  context: ServiceContext,
  operand: NarrowOperand,
): Promise<SQL> {
  const ids = [...(await readOperandPeople(context, operand)), context.user.id];
  return sql`m.recipient_id in (select r.id from recipients r
    where r.realm_id = ${context.realm.id} and r.user_ids @> ${`{${ids.join()}}`}::int[])`;
}

export async function isSentBy(context: ServiceContext, operand: NarrowOperand): Promise<SQL> {
  const ids = await readOperandPeople(context, operand);
  if (ids.length !== 1) throw badNarrow('a sender is one person');
  return sql`m.sender_id = ${ids[0]}::int`;
}
