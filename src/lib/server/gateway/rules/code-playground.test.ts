import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { playgrounds } from '../../service/db/schema/playgrounds';
import type { AccountWithKey } from '../../service/service';

/** Every rule of `addCodePlayground`. https://zulip.com/api/add-code-playground */

const t = withService();
let admin: AccountWithKey;
beforeAll(async () => {
  admin = await t.addUser({ role: 200 });
});
beforeEach(() => t.store.db.delete(playgrounds));

const plain: Params = {
  name: 'Rust playground',
  pygments_language: 'Rust',
  url_template: 'https://play.example.org/?edition=latest&code={code}',
};

describe.each(gatewayNames)('code playgrounds through the %s', (gateway) => {
  let ask: Ask;
  beforeAll(async () => {
    ask = (await openGateways(t, admin))[gateway];
  });
  const add = (params: Params = {}) => ask('POST', '/realm/playgrounds', { ...plain, ...params });
  const list = async () =>
    (await ask('POST', '/register', { fetch_event_types: ['realm_playgrounds'] })).body[
      'realm_playgrounds'
    ];

  it('can be added, are trimmed, and are sent to everyone as the whole list and in the state', async () => {
    const reader = await t.addUser({ role: 600 });
    const queue = await openQueue(t, reader, { event_types: ['realm_playgrounds'] });
    const { body } = await add({ name: ' Rust playground ', pygments_language: ' Rust ' });
    expect(body).toEqual({ result: 'success', msg: '', id: expect.any(Number) });
    const first = { id: body['id'], ...plain };
    const second = { ...first, id: (await add({ name: 'Other' })).body['id'], name: 'Other' };
    expect(await list()).toEqual([first, second]);
    expect(await queue.events()).toEqual([
      { type: 'realm_playgrounds', realm_playgrounds: [first] },
      { type: 'realm_playgrounds', realm_playgrounds: [first, second] },
    ]);
  });

  it.each<[rule: string, given: Params]>([
    ['a lexer with signs', { pygments_language: 'C++/a_b, 1.-#' }],
    ['a lexer that nobody knows', { pygments_language: 'No such language' }],
    ['a template with an operator', { url_template: 'https://example.org/run{?code}' }],
    ['the variable twice', { url_template: 'https://example.org/{code}#{code:3}' }],
    ['a name that another language has', { pygments_language: 'Python' }],
    ['a name of 500 characters', { name: '語'.repeat(500) }],
  ])('take %s', async (_rule, given) => {
    expect((await add()).status).toBe(200);
    expect((await add({ name: 'x', ...given })).body).toMatchObject({ result: 'success' });
  });

  it.each<[rule: string, given: Params, field?: string]>([
    ['a blank name', { name: ' ' }],
    ['a name of 501 characters', { name: 'x'.repeat(501) }],
    ['a blank lexer', { pygments_language: ' ' }],
    ['a lexer of 41 characters', { pygments_language: 'x'.repeat(41) }],
    ['a lexer with other signs', { pygments_language: 'C$' }, 'pygments_language'],
    ['a lexer in other letters', { pygments_language: 'Ру' }, 'pygments_language'],
    ['no variable', { url_template: 'https://example.org/' }, 'url_template'],
    ['another variable', { url_template: 'https://example.org/{text}' }, 'url_template'],
    ['two variables', { url_template: 'https://example.org/{code}{x}' }, 'url_template'],
    ['a brace that is not closed', { url_template: 'https://example.org/{code' }, 'url_template'],
    ['an empty variable', { url_template: 'https://example.org/{}' }, 'url_template'],
    ['a template in a template', { url_template: 'https://example.org/{{code}}' }, 'url_template'],
    ['an operator of no kind', { url_template: 'https://example.org/{!code}' }, 'url_template'],
    ['a script', { url_template: 'javascript:alert({code})' }, 'url_template'],
    ['an address that the code decides', { url_template: '{+code}' }, 'url_template'],
    ['an address of no scheme', { url_template: '//example.org/{code}' }, 'url_template'],
    ['a template without end', { url_template: `https://example.org/${'x'.repeat(2000)}{code}` }],
    ['the name and language of another', { name: 'taken' }, '__all__'],
  ])('refuse %s', async (_rule, given, field) => {
    await add({ name: 'taken' });
    const { status, body } = await add(given);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    if (field) expect(body['errors']).toEqual({ [field]: [body.msg] });
    expect(await list()).toHaveLength(1);
  });

  it.each(['name', 'pygments_language', 'url_template'])('require %s', async (var_name) => {
    const { [var_name]: _left, ...rest } = plain;
    const { body } = await ask('POST', '/realm/playgrounds', rest);
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name });
  });

  it('ignore url_prefix, which url_template has replaced', async () => {
    const { body } = await add({ url_prefix: 'https://example.org/' });
    expect(body['ignored_parameters_unsupported']).toEqual(['url_prefix']);
  });

  it('can be removed, which sends an event; an unknown one is refused', async () => {
    const { body } = await add();
    const queue = await openQueue(t, admin, { event_types: ['realm_playgrounds'] });
    const path = `/realm/playgrounds/${String(body['id'])}`;
    expect((await ask('DELETE', path)).body).toEqual({ result: 'success', msg: '' });
    expect(await queue.events()).toEqual([{ type: 'realm_playgrounds', realm_playgrounds: [] }]);
    for (const gone of [path, '/realm/playgrounds/99999999999']) {
      const reply = await ask('DELETE', gone);
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
  });

  it('can only be changed by administrators', async () => {
    const { body } = await add();
    for (const role of [300, 400, 600]) {
      const other = (await openGateways(t, await t.addUser({ role })))[gateway];
      for (const reply of [
        await other('POST', '/realm/playgrounds', { ...plain, name: 'x' }),
        await other('DELETE', `/realm/playgrounds/${String(body['id'])}`),
      ]) {
        expect(reply).toMatchObject({ status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
      }
    }
    expect(await list()).toHaveLength(1);
  });
});
