import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { queryRows } from '$lib/server/service/db/query-rows';
import { messages, userMessages } from '$lib/server/service/db/schema/messages';
import { users } from '$lib/server/service/db/schema/users';
import type { AccountWithKey } from '$lib/server/service/service';
import type { TestService } from './service';

/** Advances the clock until nothing that is due is waiting. */
export async function pass(t: TestService, milliseconds: number): Promise<void> {
  t.clock.advance(milliseconds);
  const now = Math.floor(t.clock.now() / 1000);
  const waiting = () =>
    queryRows(
      t.store.db,
      sql`select id from scheduled_messages where not failed and delivered_message_id is null
          and scheduled_delivery_timestamp <= ${now}
        union all
        select id from reminders where not failed and scheduled_delivery_timestamp <= ${now}`,
    );
  await expect.poll(waiting).toEqual([]);
}

/** What the Notification Bot has sent to the account itself, with the account's flags. */
export function botNotes(t: TestService, { user_id }: AccountWithKey) {
  return t.store.db
    .select({ content: messages.content, flags: userMessages.flags })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.sender_id))
    .innerJoin(userMessages, eq(userMessages.message_id, messages.id))
    .where(
      sql`${users.is_system_bot} and ${userMessages.user_id} = ${user_id} and ${messages.stream_id} is null`,
    )
    .orderBy(messages.id);
}
