import type { ServiceContext } from '../context';
import { loadLinkifiers } from './load-linkifiers';
import { loadEngines, needsEngines } from './engines';
import { loadReferenceNames } from './references';
import { renderMarkdown, type RenderedMarkdown } from './render';
import type { CompiledLinkifiers, MarkdownReferences } from './state';

/** Up to this many units, without code, formulas and times, a text is rendered within a millisecond or two. */
const short = 1_000;
/** Steps of looking for links that take as long. */
const quickSearch = 200_000;

/** Whether a text without code, formulas and times may be rendered at once. */
export function isQuickToRender(
  content: string,
  linkifiers: CompiledLinkifiers | undefined,
): boolean {
  return content.length <= short && content.length * (linkifiers?.size ?? 0) <= quickSearch;
}

/**
 * Renders what somebody wrote, with what it may refer to; `known` are the names of this text and
 * perhaps of others. A long text is rendered aside.
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
  return context.outsideTransaction(`render\n${key}`, async () =>
    renderMarkdown(content, {
      ...names,
      linkifiers,
      engines: await loadEngines(content, names.codeLanguage),
    }),
  );
}
