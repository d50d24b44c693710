import { and, eq, inArray, sql } from 'drizzle-orm';
import { mapWithOutsideWork } from '../outside-transaction';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import { renderLinkifiedDescription } from '../markdown/description';

/** Maximum number of channels that a description links. */
const maxLinkedChannels = 200;

/** A description's HTML. It links only public channels, which all of its readers can see. */
export async function renderedDescription(
  context: ServiceContext,
  description: string,
): Promise<string> {
  const [html] = await renderedDescriptions(context, [description]);
  return html!;
}

/** The same for many descriptions, with one statement. */
export async function renderedDescriptions(
  context: ServiceContext,
  descriptions: readonly string[],
): Promise<string[]> {
  const known = await linkedChannels(context, descriptions);
  return mapWithOutsideWork(descriptions, (description) =>
    renderLinkifiedDescription(context, description, known),
  );
}

async function linkedChannels({ tx, realm }: ServiceContext, descriptions: readonly string[]) {
  const named = new Set(descriptions.flatMap(namesLinkedBy));
  if (named.size === 0) return [];
  const lowered = [...named].map((name) => sql`fold_case(${name})`);
  return tx
    .select({ id: streams.id, name: streams.name })
    .from(streams)
    .where(
      and(
        eq(streams.realm_id, realm.id),
        eq(streams.invite_only, false),
        inArray(sql`fold_case(${streams.name})`, lowered),
      ),
    );
}

function namesLinkedBy(description: string): string[] {
  const links = [...description.matchAll(/#\*\*([^*\n]+)\*\*/g)];
  const names = links.map(([, text = '']) => text.split('>', 1)[0]!);
  return [...new Set(names)].slice(0, maxLinkedChannels);
}
