import { asc, eq, gt, sql } from 'drizzle-orm';
import { channelFolders } from '../db/schema/channel-folders';
import { messages } from '../db/schema/messages';
import { profileFields, profileValues } from '../db/schema/profile-fields';
import { reminders, scheduledMessages } from '../db/schema/scheduled';
import { streams } from '../db/schema/streams';
import { renderedDescription } from '../channel-changes/description';
import type { ServiceContext } from '../context';
import { renderLinkifiedDescription } from '../markdown/description';
import { renderText } from '../markdown/render-text';
import type { UserRow } from '../model';
import { isMarkdown } from '../profile/change-values';
import type { ImportContextFor } from './import-context';

/** Messages in memory at a time. */
const batch = 500;

/**
 * Renders all stored HTML again from its Markdown, as its author, and saves what differs. The
 * archive's own HTML is never shown. Links then have their current targets.
 */
export async function rerenderStoredHtml(
  as: ImportContextFor,
  people: readonly UserRow[],
): Promise<void> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const somebody = people[0]!;
  /** For a user who is gone, no names can be resolved. */
  const asOne = (id: number) => as(byId.get(id) ?? somebody);
  await renderMessages(asOne, as(somebody));
  await renderDescriptions(as(somebody));
  await renderProfiles(asOne, as(somebody));
  await renderWaiting(asOne, as(somebody));
}

type AsOne = (id: number) => ServiceContext;

async function html(context: ServiceContext, content: string): Promise<string> {
  return content === '' ? '' : (await renderText(context, content)).html;
}

async function renderMessages(asOne: AsOne, { tx }: ServiceContext): Promise<void> {
  for (let last = 0; ;) {
    const rows = await tx
      .select({
        id: messages.id,
        sender_id: messages.sender_id,
        content: messages.content,
        rendered_content: messages.rendered_content,
        edit_history: messages.edit_history,
      })
      .from(messages)
      .where(gt(messages.id, last))
      .orderBy(asc(messages.id))
      .limit(batch);
    for (const row of rows) {
      const context = asOne(row.sender_id);
      const rendered_content = await html(context, row.content);
      const edit_history = await renderHistory(context, row.edit_history);
      if (rendered_content === row.rendered_content && edit_history === row.edit_history) continue;
      await tx
        .update(messages)
        .set({ rendered_content, edit_history })
        .where(eq(messages.id, row.id));
    }
    if (rows.length < batch) return;
    last = rows.at(-1)!.id;
  }
}

/** Returns the same list if nothing differs. */
async function renderHistory<History extends Record<string, unknown>[] | null>(
  context: ServiceContext,
  history: History,
): Promise<History | Record<string, unknown>[]> {
  let differs = false;
  const changes: Record<string, unknown>[] = [];
  for (const change of history ?? []) {
    const { prev_content, prev_rendered_content: given } = change;
    if (given === undefined) {
      changes.push(change);
      continue;
    }
    const prev_rendered_content = await html(
      context,
      typeof prev_content === 'string' ? prev_content : '',
    );
    differs ||= prev_rendered_content !== given;
    changes.push({ ...change, prev_rendered_content });
  }
  return differs ? changes : history;
}

async function renderDescriptions(context: ServiceContext): Promise<void> {
  const { tx } = context;
  for (const row of await tx.select().from(streams)) {
    const rendered_description = await renderedDescription(context, row.description);
    if (rendered_description === row.rendered_description) continue;
    await tx.update(streams).set({ rendered_description }).where(eq(streams.id, row.id));
  }
  for (const row of await tx.select().from(channelFolders)) {
    const rendered_description = await renderLinkifiedDescription(context, row.description, []);
    if (rendered_description === row.rendered_description) continue;
    await tx
      .update(channelFolders)
      .set({ rendered_description })
      .where(eq(channelFolders.id, row.id));
  }
}

async function renderProfiles(asOne: AsOne, { tx }: ServiceContext): Promise<void> {
  const rows = await tx
    .select({ row: profileValues, type: profileFields.type })
    .from(profileValues)
    .innerJoin(profileFields, eq(profileFields.id, profileValues.field_id));
  for (const { row, type } of rows) {
    const rendered_value = isMarkdown(type) ? await html(asOne(row.user_id), row.value) : null;
    if (rendered_value === row.rendered_value) continue;
    await tx
      .update(profileValues)
      .set({ rendered_value })
      .where(
        sql`${profileValues.user_id} = ${row.user_id} and ${profileValues.field_id} = ${row.field_id}`,
      );
  }
}

async function renderWaiting(asOne: AsOne, { tx }: ServiceContext): Promise<void> {
  for (const table of [scheduledMessages, reminders]) {
    const rows = await tx
      .select({
        id: table.id,
        user_id: table.user_id,
        content: table.content,
        before: table.rendered_content,
      })
      .from(table);
    for (const { id, user_id, content, before } of rows) {
      const rendered_content = await html(asOne(user_id), content);
      if (rendered_content === before) continue;
      await tx.update(table).set({ rendered_content }).where(eq(table.id, id));
    }
  }
}
