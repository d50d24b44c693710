import { eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { recipients } from '../db/schema/messages';
import { hashPart } from '../markdown/escape';
import type { UserRow } from '../model';
import type { AccessibleMessage } from '../narrow/find';
import { maxMessageLength, truncate } from './normalise';

/** Somebody's name in Markdown: `@` calls them, `@_` does not. */
export function mentionMarkdown(
  { full_name, id }: Pick<UserRow, 'full_name' | 'id'>,
  mark: '@' | '@_',
): string {
  return `${mark}**${full_name}|${id}**`;
}

/** `head`, and below it a text quoted, cut so that the whole is no longer than a message may be. */
export function withQuote(head: string, text: string): string {
  const fence = fenceAround(text);
  const frame = `${head}\n${fence}quote\n\n${fence}`;
  const quoted = truncate(text, maxMessageLength - [...frame].length, '…');
  return `${head}\n${fence}quote\n${quoted}\n${fence}`;
}

/** Longer than any run of backticks in the text, which therefore cannot close it. */
function fenceAround(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
}

/** What a link says of a message. */
interface Linked {
  readonly row: Pick<AccessibleMessage['row'], 'id' | 'topic' | 'recipient_id'>;
  readonly stream: Pick<NonNullable<AccessibleMessage['stream']>, 'id' | 'name'> | null;
}

/** A link in Markdown to where the message stands. */
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
