import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { recipients } from '../db/schema/messages';
import { hashPart } from '../markdown/escape';
import type { UserRow } from '../model';
import type { AccessibleMessage } from '../narrow/find';
import { maxMessageLength, truncate } from './normalise';

/** A user's name in Markdown: `@` notifies them, `@_` is silent. */
export function mentionMarkdown(
  { full_name, id }: Pick<UserRow, 'full_name' | 'id'>,
  mark: '@' | '@_',
): string {
  return `${mark}**${full_name}|${id}**`;
}

/** `head` followed by the quoted text, cut so that the whole fits into a message. */
export function withQuote(head: string, text: string): string {
  const fence = fenceAround(text);
  const frame = `${head}\n${fence}quote\n\n${fence}`;
  const quoted = truncate(text, maxMessageLength - [...frame].length, '…');
  return `${head}\n${fence}quote\n${quoted}\n${fence}`;
}

/** Longer than any run of backticks in the text, so the text can't close it. */
function fenceAround(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
}

/** The fields of a message that a link needs. */
interface Linked {
  readonly row: Pick<AccessibleMessage['row'], 'id' | 'topic' | 'recipient_id'>;
  readonly stream: Pick<NonNullable<AccessibleMessage['stream']>, 'id' | 'name'> | null;
}

export async function messageMarkdownLink(
  { tx }: Pick<ServiceContext, 'tx'>,
  { row, stream }: Linked,
): Promise<string> {
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
