import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { loadChannelAccess } from '../channels/load';
import { noReferences, type References } from './mentions';

/** Names that a text asks for, each once; more than this are left as text. */
const most = 200;

/** Loads what a text names, in at most three statements and none for a text without names. */
export async function loadReferences(context: Context, content: string): Promise<References> {
  const { tx, realm } = context;
  const names = matchesOf(content, /@_?\*\*([^*\n]+)\*\*/g);
  const groupNames = matchesOf(content, /@_?\*([^*\n]+)\*(?!\*)/g);
  const streamNames = matchesOf(content, /#\*\*([^*>\n]+)/g);
  if (names.length + groupNames.length + streamNames.length === 0) return noReferences;
  const ids = names.flatMap((name) => Number(/\|(\d+)$/.exec(name)?.[1] ?? 0)).filter(isRowId);
  const fullNames = names.map((name) => name.replace(/\|\d+$/, ''));
  return {
    users:
      names.length === 0
        ? []
        : await tx
            .select({ id: users.id, full_name: users.full_name })
            .from(users)
            .where(
              and(
                eq(users.realm_id, realm.id),
                eq(users.is_active, true),
                or(
                  inArray(sql`lower(${users.full_name})`, fullNames),
                  ids.length > 0 ? inArray(users.id, ids) : undefined,
                ),
              ),
            )
            .orderBy(users.id),
    groups:
      groupNames.length === 0
        ? []
        : await tx
            .select({ id: userGroups.id, name: userGroups.name })
            .from(userGroups)
            .where(
              and(
                eq(userGroups.realm_id, realm.id),
                eq(userGroups.deactivated, false),
                inArray(sql`lower(${userGroups.name})`, groupNames),
              ),
            ),
    streams: streamNames.length === 0 ? [] : await visibleStreams(context, streamNames),
  };
}

async function visibleStreams(context: Context, names: string[]) {
  const rows = await context.tx
    .select()
    .from(streams)
    .where(
      and(eq(streams.realm_id, context.realm.id), inArray(sql`lower(${streams.name})`, names)),
    );
  if (rows.length === 0) return [];
  const access = await loadChannelAccess(context);
  return rows.filter((row) => access.seesMetadata(row)).map(({ id, name }) => ({ id, name }));
}

function matchesOf(content: string, pattern: RegExp): string[] {
  const found = new Set<string>();
  for (const [, name = ''] of content.matchAll(pattern)) {
    found.add(name.toLowerCase());
    if (found.size === most) break;
  }
  return [...found];
}
