import type { FileAttachment } from '$lib/api/attachments';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { attachmentMessages, attachments } from '../db/schema/files';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { compileNarrow } from '../narrow/compile';
import { filterIds } from '../narrow/page';
import { readableAttachments } from './access';
import { announceToOwner } from './attachments';
import { spaceUsed } from './space';
import { wireAttachments, type AttachmentRow } from './wire';

/** Distinct path ids of the files that rendered HTML links. The renderer wrote the links. */
export function linkedPaths(html: string): string[] {
  const links = html.matchAll(/(?:href|src)="\/user_uploads\/(?:download\/)?([^"?#]+)/g);
  const paths = new Set<string>();
  for (const [, path] of links) {
    try {
      paths.add(decodeURIComponent(path!.replaceAll('&amp;', '&')));
    } catch {
      // An invalid escape sequence means no file.
    }
  }
  return [...paths];
}

/**
 * Gives those who can read the message access to the files it links, if its author has access:
 * otherwise, a guessed link would open someone else's file. The caller is the author.
 */
export async function claimFiles(
  context: ServiceContext,
  message: { readonly id: number; readonly rendered_content: string },
): Promise<void> {
  const paths = linkedPaths(message.rendered_content);
  if (paths.length === 0) return;
  await link(context, message.id, await readableAttachments(context, paths));
}

async function link(
  context: ServiceContext,
  message_id: number,
  rows: readonly AttachmentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { tx } = context;
  const ids = await lock(context, rows);
  await tx
    .insert(attachmentMessages)
    .values(ids.map((attachment_id) => ({ attachment_id, message_id })))
    .onConflictDoNothing();
  await tx.update(attachments).set({ unclaimed_since: null }).where(inArray(attachments.id, ids));
  await announceChange(context, rows, await ownersSeeing(context, rows, [message_id]));
}

/**
 * Updates links after an edit. `before` is the message before it. Returns the caller's own files
 * that no message links anymore, which a client can offer to delete.
 */
export async function reclaimFiles(
  context: ServiceContext,
  before: { readonly id: number; readonly rendered_content: string },
  html: string,
): Promise<FileAttachment[]> {
  const { tx, user } = context;
  const { id: message_id } = before;
  const paths = linkedPaths(html);
  if (paths.length + linkedPaths(before.rendered_content).length === 0) return [];
  const linked = await linkedBy(context, [message_id]);
  const gone = linked.filter(({ path_id }) => !paths.includes(path_id));
  const had = new Set(linked.map(({ path_id }) => path_id));
  const added = await readableAttachments(
    context,
    paths.filter((path_id) => !had.has(path_id)),
  );
  await link(context, message_id, added);
  if (gone.length === 0) return [];
  const ids = await lock(context, gone);
  const owners = await ownersSeeing(context, gone, [message_id]);
  await tx
    .delete(attachmentMessages)
    .where(
      and(
        eq(attachmentMessages.message_id, message_id),
        inArray(attachmentMessages.attachment_id, ids),
      ),
    );
  await release(context, gone, owners);
  const own = gone.filter(({ owner_id }) => owner_id === user.id);
  return wireAttachments(context, await unlinked(context, own));
}

/**
 * Collects the files of messages about to be deleted. Call the returned function after the
 * deletion.
 */
export async function releaseFiles(
  context: ServiceContext,
  message_ids: readonly number[],
): Promise<() => Promise<void>> {
  const rows = await linkedBy(context, message_ids);
  if (rows.length === 0) return async () => undefined;
  await lock(context, rows);
  const owners = await ownersSeeing(context, rows, message_ids);
  return () => release(context, rows, owners);
}

function linkedBy(
  { tx }: ServiceContext,
  message_ids: readonly number[],
): Promise<AttachmentRow[]> {
  return tx
    .select()
    .from(attachments)
    .where(
      sql`${attachments.id} in (select attachment_id from attachment_messages
        where message_id = any(${`{${message_ids.join()}}`}::int[]))`,
    );
}

/** In a fixed order, so that two messages linking the same files don't deadlock. */
async function lock({ tx }: ServiceContext, rows: readonly AttachmentRow[]): Promise<number[]> {
  const ids = rows.map(({ id }) => id);
  const locked = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(inArray(attachments.id, ids))
    .orderBy(asc(attachments.id))
    .for('update');
  return locked.map(({ id }) => id);
}

async function release(
  context: ServiceContext,
  rows: readonly AttachmentRow[],
  owners: readonly UserRow[],
): Promise<void> {
  const { tx, clock } = context;
  const ids = (await unlinked(context, rows)).map(({ id }) => id);
  await tx
    .update(attachments)
    .set({ unclaimed_since: new Date(clock.now()) })
    .where(inArray(attachments.id, ids));
  await announceChange(context, rows, owners);
}

/** Files that no message links, including messages the caller can't see. */
function unlinked(
  { tx }: ServiceContext,
  rows: readonly AttachmentRow[],
): Promise<AttachmentRow[]> {
  const ids = rows.map(({ id }) => id);
  return tx
    .select()
    .from(attachments)
    .where(
      and(
        inArray(attachments.id, ids),
        sql`not exists (select 1 from attachment_messages am
          where am.attachment_id = ${attachments.id})`,
      ),
    )
    .orderBy(asc(attachments.id));
}

/** Owners of the files who can currently see one of these messages. */
async function ownersSeeing(
  context: ServiceContext,
  rows: readonly AttachmentRow[],
  message_ids: readonly number[],
): Promise<UserRow[]> {
  const owners = await context.tx
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(rows.map(({ owner_id }) => owner_id))]));
  const seeing: UserRow[] = [];
  for (const user of owners) {
    const narrow = await compileNarrow({ ...context, user }, [], 'accessible');
    if ((await filterIds(context, narrow, message_ids)).length > 0) seeing.push(user);
  }
  return seeing;
}

async function announceChange(
  context: ServiceContext,
  rows: readonly AttachmentRow[],
  owners: readonly UserRow[],
): Promise<void> {
  const upload_space_used = await spaceUsed(context.tx, context.realm.id);
  for (const user of owners) {
    const own = rows.filter(({ owner_id }) => owner_id === user.id);
    for (const attachment of await wireAttachments({ ...context, user }, own)) {
      announceToOwner(context, user.id, { op: 'update', attachment, upload_space_used });
    }
  }
}
