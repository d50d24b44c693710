import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { messages } from './messages';
import { users } from './users';

/** What a poll or a to-do list began with, and what people did with it since, oldest first. */
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
    /** So far always `widget`. */
    msg_type: text('msg_type').notNull(),
    /** JSON, as it was sent. */
    content: text('content').notNull(),
  },
  (table) => [
    index('submessages_message').on(table.message_id, table.id),
    index('submessages_sender').on(table.sender_id),
  ],
);
