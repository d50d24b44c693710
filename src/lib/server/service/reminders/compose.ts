import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { messageMarkdownLink, mentionMarkdown, withQuote } from '../messages/quote';
import type { AccessibleMessage } from '../narrow/find';

/** Clients get it in the register state. */
export const maxReminderNoteLength = 500;

/** Trims the note. Throws 400 if it is too long. */
export function normaliseNote(note: string): string {
  const stripped = note.trim();
  if (stripped.includes('\0')) throw badRequest('Note must not contain null bytes');
  if ([...stripped].length > maxReminderNoteLength) {
    throw badRequest(`note is too long (limit: ${maxReminderNoteLength} characters)`);
  }
  return stripped;
}

/**
 * Text of a reminder: a mention of the caller, a link, the note, and the quoted message, cut so
 * that the whole fits into a message.
 */
export async function composeReminder(
  context: ServiceContext,
  found: AccessibleMessage,
  note: string,
): Promise<string> {
  const { tx, user } = context;
  const { row } = found;
  const [sender] = await tx.select().from(users).where(eq(users.id, row.sender_id));
  const author = sender!.id === user.id ? 'you' : mentionMarkdown(sender!, '@_');
  const link = await messageMarkdownLink(context, found);
  const head = `${mentionMarkdown(user, '@')}, you asked to be reminded of ${link}.`;
  return withQuote(`${head}\n\n${noteLine(note)}${author} wrote:`, row.content);
}

function noteLine(note: string): string {
  return note === '' ? '' : `${note}\n\n`;
}
