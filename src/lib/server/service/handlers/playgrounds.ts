import type * as api from '$lib/api/playgrounds';
import { and, eq } from 'drizzle-orm';
import { parseTemplate } from 'url-template';
import { templateVariables } from '../../../api/url-template';
import { recordChange } from '../audit/record';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { playgrounds } from '../db/schema/playgrounds';
import { badRequest, invalid } from '../failure';
import type { Handler } from '../handler';
import { listPlaygrounds } from '../playgrounds/list';
import { lockRealm } from '../realm/lock';

/** Everybody is told the whole list. */
const mostPlaygrounds = 500;
const webPage = /^https?:\/\/[^/\s]/i;

const addCodePlayground: Handler<typeof api.addCodePlayground> = async (context, params) => {
  const { tx, realm } = context;
  const { name, pygments_language, url_template } = params;
  if (!/^[\w +,\-./#]+$/.test(pygments_language)) {
    throw invalid('pygments_language', 'Invalid characters in pygments language');
  }
  checkTemplate(url_template);
  await lockRealm(context);
  const all = await listPlaygrounds(context);
  if (all.some((one) => one.name === name && one.pygments_language === pygments_language)) {
    throw invalid('__all__', 'There is a playground of this name for this language already.');
  }
  if (all.length >= mostPlaygrounds) {
    throw badRequest(`More than ${mostPlaygrounds} playgrounds cannot be kept.`);
  }
  const [row] = await tx
    .insert(playgrounds)
    .values({ realm_id: realm.id, ...params })
    .returning({ id: playgrounds.id });
  await recordChange(context, { action: 'playground.added', after: { id: row!.id, ...params } });
  await announce(context);
  return { id: row!.id };
};

const removeCodePlayground: Handler<typeof api.removeCodePlayground> = async (
  context,
  { playground_id },
) => {
  const { tx, realm } = context;
  const which = and(eq(playgrounds.id, playground_id), eq(playgrounds.realm_id, realm.id));
  const [gone] = isRowId(playground_id)
    ? await tx.delete(playgrounds).where(which).returning()
    : [];
  if (!gone) throw badRequest('Invalid playground');
  const { realm_id: _realm, ...before } = gone;
  await recordChange(context, { action: 'playground.removed', before });
  await announce(context);
  return {};
};

/** Throws 400. Whatever the code is, what comes out is the address of a web page. */
function checkTemplate(url_template: string): void {
  const variables = templateVariables(url_template);
  if (!variables) throw invalid('url_template', 'Invalid URL template.');
  if (variables.length !== 1 || variables[0] !== 'code') {
    throw invalid('url_template', 'The URL template needs exactly one variable, "code".');
  }
  if (!webPage.test(parseTemplate(url_template).expand({ code: 'x' }))) {
    throw invalid('url_template', 'The URL template must lead to a web page (http or https).');
  }
}

/** Tells everybody the whole list, as the API has it. */
async function announce(context: Context): Promise<void> {
  const realm_playgrounds = await listPlaygrounds(context);
  context.emit({ payload: { type: 'realm_playgrounds', realm_playgrounds }, audience: 'realm' });
}

export const playgroundHandlers = { addCodePlayground, removeCodePlayground };
