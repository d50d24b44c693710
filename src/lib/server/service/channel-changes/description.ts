import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { streams } from '../db/schema/streams';
import { renderDescribed } from '../markdown/description';

/** Channels that one description links. */
const mostLinks = 200;

/** HTML of a description. It links public channels alone: all its readers may know those. */
export async function renderedDescription(context: Context, description: string): Promise<string> {
  return renderDescribed(context, description, await linkedChannels(context, description));
}

async function linkedChannels({ tx, realm }: Context, description: string) {
  const named = [...description.matchAll(/#\*\*([^*\n]+)\*\*/g)].map(
    ([, text = '']) => text.split('>', 1)[0]!,
  );
  if (named.length === 0) return [];
  const lowered = [...new Set(named)].slice(0, mostLinks).map((name) => sql`lower(${name})`);
  return tx
    .select({ id: streams.id, name: streams.name })
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        eq(streams.invite_only, false),
        inArray(sql`lower(${streams.name})`, lowered),
      ),
    );
}
