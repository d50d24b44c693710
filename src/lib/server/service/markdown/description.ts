import type { ServiceContext } from '../context';
import { loadLinkifiers } from './load-linkifiers';
import { renderMarkdown } from './render';
import { isQuickToRender } from './render-text';
import { noReferences, type MarkdownReferences } from './state';

/**
 * HTML of a channel or folder description, with linkifiers. It links the channels in `known`, which
 * must be visible to all of its readers. A long one is rendered outside the transaction.
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
  return context.service.outsideTransaction(`description\n${key}`, async () =>
    renderDescription(description, known, linkifiers),
  );
}

/** Renders it when everything is already loaded. */
export function renderDescription(
  description: string,
  known: MarkdownReferences['streams'],
  linkifiers?: MarkdownReferences['linkifiers'],
): string {
  return renderMarkdown(description, { ...noReferences, streams: known, linkifiers }).html;
}
