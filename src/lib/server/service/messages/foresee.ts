import { and, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { anyOf, inOrder, isRowId } from '../db/ids';
import { recipients } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { knownPeople, type To } from '../users/find';
import { between, conversationColumns, conversationKey, conversations } from './recipients';

/** Of longer lists, as the members of large groups, each is looked for by itself. */
const mostPeople = 20;

/** Reads people that are named by id and their conversation with one statement, for those who ask next. */
export async function foreseeConversation(
  { tx, user, realm, facts }: Context,
  to: To,
): Promise<void> {
  const ids = idsIn(to);
  if (ids.length === 0 || ids.every((id) => facts.get(knownPeople, id))) return;
  const participants = inOrder([...ids, user.id]);
  const rows = await tx
    .select({ person: users, conversation: conversationColumns })
    .from(users)
    .leftJoin(recipients, between(realm.id, participants))
    .where(and(eq(users.realm_id, realm.id), anyOf(users.id, ids)));
  for (const { person } of rows) facts.set(knownPeople, person.id, person);
  const conversation = rows[0]?.conversation;
  if (conversation?.id) {
    facts.set(conversations, conversationKey(realm.id, participants), conversation);
  }
}

function idsIn(to: To): number[] {
  const list = typeof to === 'object' ? to : [to];
  const ids = list.filter((item) => typeof item === 'number' && isRowId(item));
  return ids.length === list.length && ids.length <= mostPeople ? inOrder(ids as number[]) : [];
}
