import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context';
import { streams } from '../db/schema/streams';
import { renderDescription } from '../markdown/description';

/** What is longer is rendered outside the transaction. */
const short = 1000;
/** Channels that one description links. */
const mostLinks = 200;

/** HTML of a description. It links public channels alone: all its readers may know those. */
export async function renderedDescription(context: Context, description: string): Promise<string> {
  const known = await linkedChannels(context, description);
  if (description.length <= short) return renderDescription(description, known);
  return context.aside(`description\n${JSON.stringify(known)}\n${description}`, async () =>
    renderDescription(description, known),
  );
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
