import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { messages } from './messages';
import { users } from './users';

/**
 * The initial content of polls and to-do lists, and what users did with them since, oldest first.
 */
export const submessages = pgTable(
  'submessages',
  {
    id: serial('id').primaryKey(),
    message_id: integer('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    sender_id: integer('sender_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Always `widget` so far. */
    msg_type: text('msg_type').notNull(),
    /** JSON, as it was sent. */
    content: text('content').notNull(),
  },
  (table) => [
    index('submessages_message').on(table.message_id, table.id),
    index('submessages_sender').on(table.sender_id),
  ],
);
