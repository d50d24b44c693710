import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { anyOf, uniqueSortedIds, isRowId } from '../db/ids';
import { recipients } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { cachedUsers, type RecipientParam } from '../users/find-recipients';
import {
  isConversationBetween,
  directConversationColumns,
  directConversationKey,
  directConversations,
} from './recipients';

/**
 * Longer lists (members of large groups) are not prefetched; each person is then read separately.
 */
const maxPeople = 20;

/**
 * Reads people given by id and their conversation with one statement, into the caches that later
 * reads use.
 */
export async function prefetchConversation(
  { tx, user, realm, readCache: facts }: ServiceContext,
  to: RecipientParam,
): Promise<void> {
  const ids = idsIn(to);
  if (ids.length === 0 || ids.every((id) => facts.get(cachedUsers, id))) return;
  const participants = uniqueSortedIds([...ids, user.id]);
  const rows = await tx
    .select({ person: users, conversation: directConversationColumns })
    .from(users)
    .leftJoin(recipients, isConversationBetween(realm.id, participants))
    .where(and(eq(users.realm_id, realm.id), anyOf(users.id, ids)));
  for (const { person } of rows) facts.set(cachedUsers, person.id, person);
  const conversation = rows[0]?.conversation;
  if (conversation?.id) {
    facts.set(directConversations, directConversationKey(realm.id, participants), conversation);
  }
}

function idsIn(to: RecipientParam): number[] {
  const list = typeof to === 'object' ? to : [to];
  const ids = list.filter((item) => typeof item === 'number' && isRowId(item));
  return ids.length === list.length && ids.length <= maxPeople
    ? uniqueSortedIds(ids as number[])
    : [];
}
