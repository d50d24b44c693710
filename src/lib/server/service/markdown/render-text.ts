import type { Context } from '../context';
import { loadLinkifiers } from './load-linkifiers';
import { loadEngines, needsEngines } from './engines';
import { loadNames } from './references';
import { render, type Rendered } from './render';
import type { Linkifiers, References } from './state';

/** Up to this many units, without code, formulas and times, a text is rendered within a millisecond or two. */
const short = 1_000;
/** Steps of looking for links that take as long. */
const quickSearch = 200_000;

/** Whether a text without code, formulas and times may be rendered at once. */
export function isQuick(content: string, linkifiers: Linkifiers | undefined): boolean {
  return content.length <= short && content.length * (linkifiers?.size ?? 0) <= quickSearch;
}

/**
 * Renders what somebody wrote, with what it may refer to; `known` are the names of this text and
 * perhaps of others. A long text is rendered aside.
 */
export async function renderText(
  context: Context,
  content: string,
  known?: References,
): Promise<Rendered> {
  const names = known ?? (await loadNames(context, content));
  const linkifiers = await loadLinkifiers(context);
  if (isQuick(content, linkifiers) && !needsEngines(content, names.codeLanguage)) {
    return render(content, { ...names, linkifiers });
  }
  const key = [context.realm.linkifiers_version, JSON.stringify(names), content].join('\n');
  return context.aside(`render\n${key}`, async () =>
    render(content, {
      ...names,
      linkifiers,
      engines: await loadEngines(content, names.codeLanguage),
    }),
  );
}
