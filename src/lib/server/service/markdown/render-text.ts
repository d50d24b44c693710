import type { ServiceContext } from '../context';
import { loadLinkifiers } from './load-linkifiers';
import { loadEngines, needsEngines } from './engines';
import { loadReferenceNames } from './references';
import { renderMarkdown, type RenderedMarkdown } from './render';
import type { CompiledLinkifiers, MarkdownReferences } from './state';

/**
 * Up to this many UTF-16 units, a text without code, formulas and times renders within a
 * millisecond or two.
 */
const short = 1_000;
/** Link-matching steps that fit into the same millisecond or two. */
const quickSearch = 200_000;

/** Whether a text without code, formulas and times can be rendered inside the transaction. */
export function isQuickToRender(
  content: string,
  linkifiers: CompiledLinkifiers | undefined,
): boolean {
  return content.length <= short && content.length * (linkifiers?.size ?? 0) <= quickSearch;
}

/**
 * Renders a user's text with the names it refers to. `known` are names already loaded for this and
 * perhaps other texts. A long text is rendered outside the transaction.
 */
export async function renderText(
  context: ServiceContext,
  content: string,
  known?: MarkdownReferences,
): Promise<RenderedMarkdown> {
  const names = known ?? (await loadReferenceNames(context, content));
  const linkifiers = await loadLinkifiers(context);
  if (isQuickToRender(content, linkifiers) && !needsEngines(content, names.codeLanguage)) {
    return renderMarkdown(content, { ...names, linkifiers });
  }
  const key = [context.realm.linkifiers_version, JSON.stringify(names), content].join('\n');
  return context.service.outsideTransaction(`render\n${key}`, async () =>
    renderMarkdown(content, {
      ...names,
      linkifiers,
      engines: await loadEngines(content, names.codeLanguage),
    }),
  );
}
