import { eq } from 'drizzle-orm';
import type { Context, User } from '../context';
import { recipients } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { hashPart } from '../markdown/escape';
import type { FoundMessage } from '../messages/find';
import { maxMessageLength, truncate } from '../messages/normalise';

/** Told to clients in the register state. */
export const maxReminderNoteLength = 500;

/** Stripped; throws 400 where it is too long. */
export function normaliseNote(note: string): string {
  const stripped = note.trim();
  if (stripped.includes('\0')) throw badRequest('Note must not contain null bytes');
  if ([...stripped].length > maxReminderNoteLength) {
    throw badRequest(`note is too long (limit: ${maxReminderNoteLength} characters)`);
  }
  return stripped;
}

/**
 * The text that reminds the caller of a message: a call by name, a link, the note, and the message
 * quoted, cut so that the whole is no longer than a message may be.
 */
export async function composeReminder(
  context: Context,
  found: FoundMessage,
  note: string,
): Promise<string> {
  const { tx, user } = context;
  const { row } = found;
  const [sender] = await tx.select().from(users).where(eq(users.id, row.sender_id));
  const author = sender!.id === user.id ? 'you' : nameOf(sender!, '@_');
  const head = `${nameOf(user, '@')}, you asked to be reminded of ${await linkTo(context, found)}.`;
  const said = `${noteLine(note)}${author} wrote:`;
  const fence = fenceAround(row.content);
  const frame = `${head}\n\n${said}\n${fence}quote\n\n${fence}`;
  const quoted = truncate(row.content, maxMessageLength - [...frame].length, '…');
  return `${head}\n\n${said}\n${fence}quote\n${quoted}\n${fence}`;
}

function noteLine(note: string): string {
  return note === '' ? '' : `${note}\n\n`;
}

function nameOf({ full_name, id }: User, mark: '@' | '@_'): string {
  return `${mark}**${full_name}|${id}**`;
}

/** Longer than any run of backticks in the text, which therefore cannot close it. */
function fenceAround(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
}

async function linkTo({ tx }: Context, { row, stream }: FoundMessage): Promise<string> {
  if (stream) {
    const channel = `${stream.id}-${hashPart(stream.name.replaceAll(' ', '-'))}`;
    const path = `channel/${channel}/topic/${hashPart(row.topic)}`;
    return `[this message](/#narrow/${path}/near/${row.id})`;
  }
  const [recipient] = await tx
    .select({ user_ids: recipients.user_ids })
    .from(recipients)
    .where(eq(recipients.id, row.recipient_id));
  const ids = recipient?.user_ids ?? [];
  const kind = ids.length > 2 ? 'group' : 'dm';
  return `[this direct message](/#narrow/dm/${ids.join(',')}-${kind}/near/${row.id})`;
}
