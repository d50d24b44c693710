import type { ServiceContext } from '../context';
import { loadLinkifiers } from './load-linkifiers';
import { renderMarkdown } from './render';
import { isQuickToRender } from './render-text';
import { noReferences, type MarkdownReferences } from './state';

/**
 * The description of a channel or folder as it is shown, with the organization's own links. It links
 * the channels that it names, of those in `known`: only such as all its readers may know. A long one is
 * rendered aside.
 */
export async function renderLinkifiedDescription(
  context: ServiceContext,
  description: string,
  known: MarkdownReferences['streams'],
): Promise<string> {
  const linkifiers = await loadLinkifiers(context);
  if (isQuickToRender(description, linkifiers))
    return renderDescription(description, known, linkifiers);
  const { linkifiers_version } = context.realm;
  const key = [linkifiers_version, JSON.stringify(known), description].join('\n');
  return context.outsideTransaction(`description\n${key}`, async () =>
    renderDescription(description, known, linkifiers),
  );
}

/** The same where all is known. */
export function renderDescription(
  description: string,
  known: MarkdownReferences['streams'],
  linkifiers?: MarkdownReferences['linkifiers'],
): string {
  return renderMarkdown(description, { ...noReferences, streams: known, linkifiers }).html;
}
