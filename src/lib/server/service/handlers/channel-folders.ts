import { foldCase } from '$lib/api/fold-case';
import { eq, sql } from 'drizzle-orm';
import { listFolders, wireFolder, type ChannelFolderRow } from '../channel-folders/wire';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { channelFolders } from '../db/schema/channel-folders';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { renderLinkifiedDescription } from '../markdown/description';
import { lockRealm } from '../realm/lock';

/** All folders, locked so that changes run one after the other. */
async function lockFolders(context: ServiceContext): Promise<ChannelFolderRow[]> {
  await lockRealm(context);
  return listFolders(context);
}

function checkName(others: readonly ChannelFolderRow[], name: string): void {
  const same = foldCase(name);
  if (others.some((other) => !other.is_archived && foldCase(other.name) === same)) {
    throw badRequest('A channel folder with this name already exists.');
  }
}

async function checkIsEmpty(
  { tx, realm }: ServiceContext,
  { id }: ChannelFolderRow,
): Promise<void> {
  const [held] = await queryRows(
    tx,
    sql`select 1 from streams where realm_id = ${realm.id} and folder_id = ${id} limit 1`,
  );
  if (held) throw badRequest("A channel folder that contains channels can't be archived.");
}

/**
 * Channel names in the description aren't links, because not everyone who reads it can see all
 * channels.
 */
async function described(context: ServiceContext, description: string) {
  return {
    description,
    rendered_description: await renderLinkifiedDescription(context, description, []),
  };
}

export const channelFolderHandlers = {
  async getChannelFolders(context, { include_archived = false }) {
    const rows = await listFolders(context);
    const shown = rows.filter((row) => include_archived || !row.is_archived);
    return { channel_folders: shown.map(wireFolder) };
  },

  async createChannelFolder(context, { name, description = '' }) {
    const { tx, realm, user, clock, emit } = context;
    const others = await lockFolders(context);
    checkName(others, name);
    const [row] = await tx
      .insert(channelFolders)
      .values({
        ...{ realm_id: realm.id, name, ...(await described(context, description)) },
        order: Math.max(-1, ...others.map(({ order }) => order)) + 1,
        ...{ date_created: new Date(clock.now()), creator_id: user.id },
      })
      .returning();
    const channel_folder = wireFolder(row!);
    await recordAuditedChange(context, { action: 'channel_folder.created', after: channel_folder });
    emit({ payload: { type: 'channel_folder', op: 'add', channel_folder }, audience: 'realm' });
    return { channel_folder_id: channel_folder.id };
  },

  async patchChannelFolders(context, { order }) {
    const { tx, realm, emit } = context;
    const ids = (await lockFolders(context)).map(({ id }) => id);
    const named = new Set(order);
    if (order.length !== ids.length || !ids.every((id) => named.has(id))) {
      throw badRequest('order must name each channel folder once.');
    }
    if (order.join() === ids.join()) return;
    await tx.execute(sql`update channel_folders set "order" = place.nr - 1
    from unnest(${idArray(order)}) with ordinality as place(id, nr)
    where channel_folders.id = place.id and realm_id = ${realm.id}`);
    await recordAuditedChange(context, {
      action: 'channel_folder.reordered',
      ...{ before: { order: ids }, after: { order } },
    });
    emit({ payload: { type: 'channel_folder', op: 'reorder', order }, audience: 'realm' });
  },

  async updateChannelFolder(context, { channel_folder_id, ...params }) {
    const { tx, emit } = context;
    const folders = await lockFolders(context);
    const folder = folders.find(({ id }) => id === channel_folder_id);
    if (!folder) throw badRequest('Invalid channel folder ID');
    const { name = folder.name, is_archived = folder.is_archived } = params;
    if (is_archived && !folder.is_archived) await checkIsEmpty(context, folder);
    // Other folders can use the name of an archived one.
    const others = folders.filter((other) => other !== folder);
    if (!is_archived) checkName(others, name);
    const changed = {
      ...(name !== folder.name && { name }),
      ...(params.description !== undefined &&
        params.description !== folder.description &&
        (await described(context, params.description))),
      ...(is_archived !== folder.is_archived && { is_archived }),
    };
    if (Object.keys(changed).length === 0) return;
    await tx.update(channelFolders).set(changed).where(eq(channelFolders.id, folder.id));
    const before = Object.fromEntries(
      Object.keys(changed).map((key) => [key, folder[key as keyof ChannelFolderRow]]),
    );
    await recordAuditedChange(context, {
      action: 'channel_folder.changed',
      before: { id: folder.id, ...before },
      after: { id: folder.id, ...changed },
    });
    emit({
      payload: { type: 'channel_folder', op: 'update', channel_folder_id, data: changed },
      audience: 'realm',
    });
  },
} satisfies Partial<OperationHandlers>;
