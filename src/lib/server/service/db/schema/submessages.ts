import { index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { parentId } from '../columns';
import { messages } from './messages';
import { users } from './users';

/**
 * The initial content of polls and to-do lists, and what users did with them since, oldest first.
 */
export const submessages = pgTable(
  'submessages',
  {
    id: serial('id').primaryKey(),
    message_id: parentId('message_id', () => messages.id),
    sender_id: parentId('sender_id', () => users.id),
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
