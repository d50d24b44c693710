import type { Context } from '../context';
import { loadLinkifiers } from './load-linkifiers';
import { render } from './render';
import { isQuick } from './render-text';
import { noReferences, type References } from './state';

/**
 * The description of a channel or folder as it is shown, with the organization's own links. It links
 * the channels that it names, of those in `known`: only such as all its readers may know. A long one is
 * rendered aside.
 */
export async function renderDescribed(
  context: Context,
  description: string,
  known: References['streams'],
): Promise<string> {
  const linkifiers = await loadLinkifiers(context);
  if (isQuick(description, linkifiers)) return renderDescription(description, known, linkifiers);
  const { linkifiers_version } = context.realm;
  const key = [linkifiers_version, JSON.stringify(known), description].join('\n');
  return context.aside(`description\n${key}`, async () =>
    renderDescription(description, known, linkifiers),
  );
}

/** The same where all is known. */
export function renderDescription(
  description: string,
  known: References['streams'],
  linkifiers?: References['linkifiers'],
): string {
  return render(description, { ...noReferences, streams: known, linkifiers }).html;
}
