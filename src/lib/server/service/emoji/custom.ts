import type { CustomEmoji } from '$lib/api/realm-emoji';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { customEmoji } from '../db/schema/custom-emoji';
import { pictureEndingOf } from '../storage/picture';

type Row = typeof customEmoji.$inferSelect;
type Scope = Pick<ServiceContext, 'tx' | 'realm'>;

export function customEmojiUrl({ id, realm_id, content_type }: Row, isStill = false): string {
  const folder = `/user_avatars/${realm_id}/emoji/images/${isStill ? 'still/' : ''}`;
  return `${folder}${id}.${pictureEndingOf(content_type)}`;
}

/** All of the organization's custom emoji, including deactivated ones, by id as text. */
export async function listCustomEmoji({ tx, realm }: Scope): Promise<Record<string, CustomEmoji>> {
  const rows = await tx
    .select()
    .from(customEmoji)
    .where(eq(customEmoji.realm_id, realm.id))
    .orderBy(asc(customEmoji.id));
  return Object.fromEntries(
    rows.map((row) => [
      String(row.id),
      {
        id: String(row.id),
        name: row.name,
        source_url: customEmojiUrl(row),
        still_url: row.still_path_id === null ? null : customEmojiUrl(row, true),
        deactivated: row.deactivated,
        author_id: row.author_id,
      },
    ]),
  );
}

export function activeEmoji({ tx, realm }: Scope, names: readonly string[]): Promise<Row[]> {
  return tx
    .select()
    .from(customEmoji)
    .where(
      and(
        eq(customEmoji.realm_id, realm.id),
        eq(customEmoji.deactivated, false),
        inArray(customEmoji.name, [...names]),
      ),
    );
}

/** Sends everyone the whole list, as the API requires. */
export async function announceEmoji(context: ServiceContext): Promise<void> {
  const realm_emoji = await listCustomEmoji(context);
  context.emit({ payload: { type: 'realm_emoji', op: 'update', realm_emoji }, audience: 'realm' });
}
