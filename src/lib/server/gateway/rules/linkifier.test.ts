import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import { openQueue } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { linkifiers } from '../../service/db/schema/linkifiers';
import type { AccountWithKey } from '../../service/service';

/** Every rule for adding and changing linkifiers. https://zulip.com/api/add-linkifier */

const t = withService();
let admin: AccountWithKey;
beforeAll(async () => {
  admin = await t.addUser({ role: 200 });
});
beforeEach(() => t.store.db.delete(linkifiers));

const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.org/issues/{id}' };
const ticket = { pattern: 'T(?P<n>[0-9]+)', url_template: 'https://example.org/T{n}' };
const capable = { notification_settings_null: true, linkifier_url_template: true };

interface Listed extends Params {
  readonly id: number;
}

describe.each(gatewayNames)('linkifiers through the %s', (gateway) => {
  let ask: Ask;
  beforeAll(async () => {
    ask = (await openGateways(t, admin))[gateway];
  });
  const add = (params: Params = issue) => ask('POST', '/realm/filters', params);
  const added = async (params: Params = issue) => Number((await add(params)).body['id']);
  const list = async () =>
    (await ask('GET', '/realm/linkifiers')).body['linkifiers'] as readonly Listed[];
  const order = (ids: unknown) => ask('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ids });
  const success = { result: 'success', msg: '' };
  const bad = { status: 400, body: { code: 'BAD_REQUEST' } };

  it('are added at the end, trimmed, sent to everyone, and in the state', async () => {
    const reader = await t.addUser({ role: 600 });
    const event_types = ['realm_linkifiers'];
    const queue = await openQueue(t, reader, { event_types, client_capabilities: capable });
    const old = await openQueue(t, reader, { event_types });
    const { body } = await add({ ...issue, pattern: ` ${issue.pattern} ` });
    expect(body).toEqual({ ...success, id: expect.any(Number) });
    const first = { id: Number(body['id']), ...issue };
    const both = [first, { id: await added(ticket), ...ticket }];
    expect(await list()).toEqual(both);
    const type = 'realm_linkifiers';
    expect(await queue.events()).toEqual([
      { type, realm_linkifiers: [first] },
      { type, realm_linkifiers: both },
    ]);
    expect(await old.events()).toEqual([
      { type, realm_linkifiers: [] },
      { type, realm_linkifiers: [] },
    ]);
    const fetch = { fetch_event_types: ['realm_linkifiers', 'realm_filters'] };
    const state = await ask('POST', '/register', { ...fetch, client_capabilities: capable });
    expect(state.body).toMatchObject({ realm_linkifiers: both, realm_filters: [] });
    const plain = await ask('POST', '/register', fetch);
    expect(plain.body).toMatchObject({ realm_linkifiers: [], realm_filters: [] });
  });

  it('can be read by everyone, including guests', async () => {
    await add();
    const guest = (await openGateways(t, await t.addUser({ role: 600 })))[gateway];
    expect((await guest('GET', '/realm/linkifiers')).body['linkifiers']).toMatchObject([issue]);
    expect((await guest('GET', '/realm/filters')).status).toBe(405);
  });

  const web = 'https://example.org/';
  it.each<[rule: string, given: { pattern: string; url_template: string }]>([
    ['no group at all', { pattern: 'the wiki', url_template: `${web}wiki` }],
    ['a group in the other spelling', { pattern: 'w(?<id>\\d+)', url_template: `${web}{id}` }],
    ['groups without a name', { pattern: '(a|b)-(?P<id>\\d+)', url_template: `${web}{id}` }],
    [
      'several groups, one of them twice',
      { pattern: '(?P<a>\\w+)/(?P<b>\\w+)', url_template: `${web}{a}/{b}{?a}` },
    ],
    ['operators', { pattern: 'o(?P<id>\\d+)', url_template: `${web}x{?id}{#id}{+id}` }],
    ['flags', { pattern: '(?i)rfc(?P<id>\\d+)', url_template: `${web}rfc{id}` }],
    ['an address of mail', { pattern: 'm(?P<id>\\d+)', url_template: 'mailto:{id}@example.org' }],
    ['a place of this server', { pattern: 'l(?P<id>\\d+)', url_template: '#narrow/near/{id}' }],
    ['letters of other scripts', { pattern: 'é(?P<id>\\d+)', url_template: `${web}é/{id}` }],
  ])('take %s', async (_rule, given) => {
    expect((await add(given)).body).toMatchObject(success);
    expect(await list()).toMatchObject([given]);
  });

  it.each<[rule: string, given: Params, field?: string]>([
    ['a blank pattern', { pattern: ' ' }],
    ['a pattern without end', { pattern: 'x'.repeat(10_000) }],
    ['a template without end', { url_template: `${web}${'x'.repeat(2000)}{id}` }],
    ['an open group', { pattern: '(?P<id>a' }, 'pattern'],
    ['a group closed too early', { pattern: 'a)((?P<id>b)' }, 'pattern'],
    ['what RE2 has not: looking ahead', { pattern: '(?P<id>a)(?=b)' }, 'pattern'],
    ['what RE2 has not: looking back', { pattern: '(?<!b)(?P<id>a)' }, 'pattern'],
    ['what RE2 has not: a group again', { pattern: '(?P<id>a)\\1' }, 'pattern'],
    ['a name twice', { pattern: '(?P<id>a)(?P<id>b)' }, 'pattern'],
    ['repeats of repeats', { pattern: '(?P<id>((a{0,30}){0,30}){0,30})' }, 'pattern'],
    ['a large machine', { pattern: '(?P<id>\\pL{1,1000})' }, 'pattern'],
    ['no template', { url_template: '' }],
    ['a brace that is not closed', { url_template: `${web}{id` }, 'url_template'],
    ['a template in a template', { url_template: `${web}{{id}}` }, 'url_template'],
    ['a blank in the address', { url_template: `${web} {id}` }, 'url_template'],
    ['quotes in the address', { url_template: `${web}"onclick="{id}` }, 'url_template'],
    ['the older format', { url_template: `${web}%(id)s` }, 'url_template'],
    ['a script', { url_template: 'javascript:alert({id})' }, 'url_template'],
    ['a script in other letters', { url_template: 'JaVaScript:{id}' }, 'url_template'],
    ['data', { url_template: 'data:text/html,{id}' }, 'url_template'],
    ['an address that the text decides', { url_template: '{+id}' }, 'url_template'],
    ['a scheme that the text decides', { url_template: '{id}://example.org' }, 'url_template'],
    ['a group that the template lacks', { pattern: '(?P<id>a)(?P<x>b)' }, '__all__'],
    ['a variable that the pattern lacks', { url_template: `${web}{id}{x}` }, '__all__'],
  ])('refuse %s, adding and updating', async (_rule, given, field) => {
    const id = await added(ticket);
    const path = `/realm/filters/${id}`;
    for (const reply of [
      await add({ ...issue, ...given }),
      await ask('PATCH', path, { ...issue, ...given }),
    ]) {
      expect(reply).toMatchObject(bad);
      if (field) expect(reply.body['errors']).toEqual({ [field]: [reply.body.msg] });
    }
    expect(await list()).toEqual([{ id, ...ticket }]);
  });

  it('refuse a pattern that another one has', async () => {
    const id = await added();
    const other = await added(ticket);
    const again = { ...issue, url_template: `${web}{id}` };
    for (const reply of [await add(again), await ask('PATCH', `/realm/filters/${other}`, again)]) {
      expect(reply).toMatchObject(bad);
      expect(reply.body['errors']).toEqual({ pattern: [reply.body.msg] });
    }
    expect((await ask('PATCH', `/realm/filters/${id}`, again)).body).toEqual(success);
  });

  it.each(['pattern', 'url_template'])('require %s, when added and updated', async (var_name) => {
    const id = await added(ticket);
    const { [var_name]: _left, ...rest } = issue as Params;
    for (const reply of [await add(rest), await ask('PATCH', `/realm/filters/${id}`, rest)]) {
      expect(reply.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name });
    }
  });

  it('are updated in place, and send an event only for a change', async () => {
    const [id, other] = [await added(), await added(ticket)];
    const queue = await openQueue(t, admin, {
      event_types: ['realm_linkifiers'],
      client_capabilities: capable,
    });
    const changed = { pattern: 'G(?P<id>[0-9]+)', url_template: `${web}{id}` };
    for (const _time of [1, 2]) {
      expect((await ask('PATCH', `/realm/filters/${id}`, changed)).body).toEqual(success);
    }
    const now = [
      { id, ...changed },
      { id: other, ...ticket },
    ];
    expect(await list()).toEqual(now);
    expect(await queue.events()).toEqual([{ type: 'realm_linkifiers', realm_linkifiers: now }]);
  });

  it('create links in descriptions of channels and folders', async () => {
    await add();
    const description = 'See #12';
    const rendered_description = '<p>See <a href="https://example.org/issues/12">#12</a></p>';
    const name = `described through the ${gateway}`;
    const made = await ask('POST', '/channels/create', { name, description, subscribers: [] });
    const changed = { description: `${description} ` };
    await ask('PATCH', `/streams/${String(made.body['id'])}`, { description: 'else' });
    await ask('PATCH', `/streams/${String(made.body['id'])}`, changed);
    await ask('POST', '/channel_folders/create', { name, description });
    const folders = (await ask('GET', '/channel_folders')).body['channel_folders'] as Params[];
    const channels = (await ask('GET', '/streams')).body['streams'] as Params[];
    for (const one of [folders, channels]) {
      expect(one.find((each) => each['name'] === name)).toMatchObject({ rendered_description });
    }
  });

  it('can be removed; an unknown one is refused', async () => {
    const id = await added();
    expect((await ask('DELETE', `/realm/filters/${id}`)).body).toEqual(success);
    expect(await list()).toEqual([]);
    for (const gone of [id, 99_999_999_999]) {
      expect(await ask('DELETE', `/realm/filters/${gone}`)).toMatchObject(bad);
      expect(await ask('PATCH', `/realm/filters/${gone}`, issue)).toMatchObject(bad);
    }
  });

  it('can be reordered by listing each once', async () => {
    const [a, b] = [await added(), await added(ticket)];
    for (const ids of [[a], [a, a], [a, b, b], [a, b, 999_999], [], 'x', [a, 2 ** 60]]) {
      expect(await order(ids)).toMatchObject(bad);
    }
    expect((await list()).map(({ id }) => id)).toEqual([a, b]);
    const queue = await openQueue(t, admin, {
      event_types: ['realm_linkifiers'],
      client_capabilities: capable,
    });
    for (const _time of [1, 2]) expect((await order([b, a])).body).toEqual(success);
    expect((await list()).map(({ id }) => id)).toEqual([b, a]);
    expect(await queue.events()).toMatchObject([{ realm_linkifiers: [{ id: b }, { id: a }] }]);
  });

  it('can only be changed by administrators', async () => {
    const id = await added();
    for (const role of [300, 400, 600]) {
      const other = (await openGateways(t, await t.addUser({ role })))[gateway];
      for (const reply of [
        await other('POST', '/realm/filters', ticket),
        await other('PATCH', `/realm/filters/${id}`, ticket),
        await other('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [id] }),
        await other('DELETE', `/realm/filters/${id}`),
      ]) {
        expect(reply).toMatchObject({ status: 400, body: { code: 'UNAUTHORIZED_PRINCIPAL' } });
      }
    }
    expect(await list()).toMatchObject([issue]);
  });
});
