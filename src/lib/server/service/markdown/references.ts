import { foldCase } from '$lib/api/fold-case';
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ServiceContext } from '../context';
import { loadChannelAccess } from '../channels/load';
import { isRowId } from '../db/ids';
import { queryRows } from '../db/query-rows';
import { userGroups } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { activeEmoji, customEmojiUrl } from '../emoji/custom';
import { realmSettingOf } from '../realm/settings';
import { settingOf } from '../users/settings';
import { findVisibleUsers } from '../users/visible';
import type { MarkdownReferences } from './state';

/** Maximum number of distinct names that a text can refer to. Further names stay text. */
const maxReferences = 200;

/** Loads what texts refer to by name. Needs no statement for texts without names. */
export async function loadReferenceNames(
  context: ServiceContext,
  ...contents: readonly string[]
): Promise<MarkdownReferences> {
  const { user, realm, baseUrl } = context;
  const names = textsIn(contents, /@_?\*\*([^*\n]+)\*\*/g);
  const groupNames = textsIn(contents, /@_?\*([^*\n]+)\*(?!\*)/g);
  const links = textsIn(contents, /#\*\*([^*\n]+)\*\*/g);
  const linked = links.length === 0 ? noChannels : await loadChannels(context, links);
  return {
    users: names.length === 0 ? [] : await loadUsers(context, names),
    groups: groupNames.length === 0 ? [] : await loadGroups(context, groupNames),
    ...linked,
    emoji: await loadEmoji(context, contents),
    baseUrl,
    showsPictures: realmSettingOf(realm, 'inline_image_preview'),
    codeLanguage: realmSettingOf(realm, 'default_code_block_language') || undefined,
    translateEmoticons: settingOf(user, 'translate_emoticons'),
  };
}

/** The organization's custom emoji. One colon can end a name and start the next. */
async function loadEmoji(context: ServiceContext, contents: readonly string[]) {
  const names = textsIn(contents, /:(?=([0-9a-z_-]{1,64}):)/g);
  const rows = names.length === 0 ? [] : await activeEmoji(context, names);
  return rows.map((row) => ({ name: row.name, url: customEmojiUrl(row) }));
}

const noChannels = { streams: [], topics: [] } as const;

/** Users that the author can see. */
async function loadUsers(context: ServiceContext, names: readonly string[]) {
  const ids = names.flatMap((name) => Number(/\|(\d+)$/.exec(name)?.[1] ?? 0)).filter(isRowId);
  const fullNames = names.map((name) => name.replace(/\|\d+$/, ''));
  const isNamed = or(
    hasName(users.full_name, fullNames),
    ids.length > 0 ? inArray(users.id, ids) : undefined,
  );
  const named = await findVisibleUsers(context, and(eq(users.is_active, true), isNamed)!);
  return named.map(({ id, full_name }) => ({ id, full_name }));
}

function loadGroups({ tx, realm }: ServiceContext, names: readonly string[]) {
  return tx
    .select({
      id: userGroups.id,
      name: userGroups.name,
      deactivated: userGroups.deactivated,
    })
    .from(userGroups)
    .where(and(eq(userGroups.realm_id, realm.id), hasName(userGroups.name, names)));
}

/** Channels that the author can see, and the last message of linked topics that they can read. */
async function loadChannels(context: ServiceContext, links: readonly string[]) {
  const parts = links.map((link) => link.split('>', 2) as [string, string?]);
  const rows = await context.tx
    .select()
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, context.realm.id),
        hasName(
          streams.name,
          parts.map(([name]) => name),
        ),
      ),
    );
  if (rows.length === 0) return noChannels;
  const access = await loadChannelAccess(context);
  const readable = new Map(
    rows
      .filter((row) => access.seesContent(row) && row.history_public_to_subscribers)
      .map((row) => [foldCase(row.name), row.id]),
  );
  const wanted = parts.flatMap(([name, topic]) =>
    topic !== undefined && readable.has(foldCase(name))
      ? [{ stream_id: readable.get(foldCase(name)), topic: topic.trim() }]
      : [],
  );
  return {
    streams: rows.filter((row) => access.seesMetadata(row)).map(({ id, name }) => ({ id, name })),
    topics:
      wanted.length === 0
        ? []
        : await queryRows<{ stream_id: number; topic: string; max_id: number }>(
            context.tx,
            sql`select w.stream_id, w.topic, last.id as max_id
              from json_to_recordset(${JSON.stringify(wanted)}::json) as w(stream_id int, topic text)
              cross join lateral (select m.id from messages m
                where m.stream_id = w.stream_id and fold_case(m.topic) = fold_case(w.topic)
                order by m.id desc limit 1) as last`,
          ),
  };
}

/** Compared in the database, because only its function decides which names are equal. */
function hasName(column: AnyPgColumn, names: readonly string[]): SQL {
  return inArray(
    sql`fold_case(${column})`,
    [...new Set(names)].map((name) => sql`fold_case(${name})`),
  );
}

function textsIn(contents: readonly string[], pattern: RegExp): string[] {
  return [...new Set(contents.flatMap((content) => [...textsOf(content, pattern)]))];
}

function textsOf(content: string, pattern: RegExp): Set<string> {
  const found = new Set<string>();
  for (const [, text = ''] of content.matchAll(pattern)) {
    found.add(text);
    if (found.size === maxReferences) break;
  }
  return found;
}
