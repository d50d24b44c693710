import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiOperation } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import {
  gatewayNames,
  openGateways,
  type Ask,
  type Params,
} from '../../../../../tests/support/both-gateways';
import {
  addSpecifiedWorld,
  specified,
  type Specified,
  type SpecifiedWorld,
} from '../../../../../tests/support/specified';

/**
 * Conventions that every operation follows, for each of the 21 operations in `specified`.
 * https://zulip.com/api/rest
 */

let world: SpecifiedWorld;
let gateways: Awaited<ReturnType<typeof openGateways>>;
beforeAll(async () => {
  world = await addSpecifiedWorld();
  gateways = await openGateways(world.t, world.me);
});
afterAll(() => world.close());

const named = specified.map((one) => [one.operation, one] as const);
const isForm = (params: unknown): params is FormData => params instanceof FormData;

function withFields(params: Params | FormData, more: Params): Params | FormData {
  if (!isForm(params)) return { ...params, ...more };
  for (const [name, value] of Object.entries(more)) params.append(name, String(value));
  return params;
}

/** Invalid values for each type, as sent. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  boolean: ['True', 'FALSE', '1', '0', 'yes', 'on', '"true"', 'null1', ''],
  number: ['"5"', '5.0', '5e0', 'true', 'five', '0x5', '9007199254740993', ''],
  instance: ['5', '"a"', 'true', '{}', '1,2', '[1', ''],
  other: ['{', 'word word', '[1', ''],
};

describe.each(gatewayNames)('every operation through the %s', (gateway) => {
  const ask: Ask = (...call) => gateways[gateway](...call);
  const send = async ({ method, path, params }: Specified, more: Params = {}) =>
    ask(method, path(world), withFields(await params(world), more));

  it.each(named)(
    '%s returns result, an empty msg and its values on success',
    async (_name, one) => {
      const { status, headers, body } = await send(one);
      const { result, msg, ...values } = body;
      expect([status, result, msg]).toEqual([200, 'success', '']);
      expect(Object.keys(values).toSorted()).toEqual(one.values);
      expect(headers.get('content-type')).toMatch(/^application\/json\b/);
      expect(headers.get('cache-control')).toMatch(/\bno-store\b/);
    },
  );

  it.each(named)('%s lists unknown parameters, sorted, and succeeds', async (_name, one) => {
    const { status, body } = await send(one, { zeta: 1, client: 'test', Alpha: 'x', alpha: 'y' });
    expect([status, body.result]).toEqual([200, 'success']);
    expect(body['ignored_parameters_unsupported']).toEqual(['Alpha', 'alpha', 'zeta']);
  });

  it.each(named)('%s refuses values of the wrong type', async (_name, one) => {
    const { params } = operations[one.operation] as ApiOperation;
    for (const [name, { encoding, schema }] of Object.entries(params)) {
      if (encoding !== 'json') continue;
      // Enumerations and unions have their own cases.
      for (const value of wrong[schema.type] ?? wrong['other']!) {
        const { status, body } = await send(one, { [name]: value, zeta: 1 });
        const { msg, ...fields } = body;
        const refused = { result: 'error', code: 'BAD_REQUEST' };
        expect([status, fields], `${name}=${value}`).toEqual([400, refused]);
        expect(msg).toContain(name);
      }
    }
  });

  it.each(named)('%s treats null as a missing parameter', async (_name, one) => {
    const { params } = operations[one.operation] as ApiOperation;
    const absent = Object.entries(params).filter(
      ([, { encoding, optional }]) => encoding === 'json' && optional,
    );
    const given = isForm(await one.params(world)) ? [] : Object.keys(await one.params(world));
    const nulls = absent.filter(([name]) => !given.includes(name)).map(([name]) => [name, null]);
    const { status, body } = await send(one, Object.fromEntries(nulls) as Params);
    expect([status, body.result]).toEqual([200, 'success']);
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it.each(named)('%s answers whatever a text contains', async (_name, one) => {
    const { params } = operations[one.operation] as ApiOperation;
    const texts = Object.entries(params).filter(([, { encoding }]) => encoding === 'text');
    for (const [name] of texts) {
      for (const value of ['a\0b', '\u202e', '', '{"a":', 'x'.repeat(20_000)]) {
        const { status, body } = await send(one, { [name]: value });
        expect(status, `${name}=${value.slice(0, 9)}`).toBeLessThan(500);
        expect(body.code === undefined).toBe(body.result === 'success');
      }
    }
  });

  it.each(named)('%s names the parameter that is missing', async (_name, one) => {
    const given = await one.params(world);
    const { params } = operations[one.operation] as ApiOperation;
    for (const [var_name, { encoding, optional }] of Object.entries(params)) {
      if (isForm(given) || encoding === 'path' || optional) continue;
      const { [var_name]: _left, ...rest } = given;
      const { status, body } = await ask(one.method, one.path(world), { ...rest, zeta: 1 });
      const refused = { result: 'error', code: 'REQUEST_VARIABLE_MISSING', var_name };
      expect([status, body]).toEqual([400, { msg: body.msg, ...refused }]);
      expect(body.msg).not.toBe('');
    }
  });

  it('all operations with required parameters report them, with no other field', async () => {
    const { t, me } = world;
    for (const operation of Object.values(operations) as ApiOperation[]) {
      const { method, path, params, browser } = operation;
      const needs = Object.entries(params).filter(
        ([, { encoding, optional }]) => encoding !== 'path' && !optional,
      );
      if (needs.length === 0 || operation.multipart || !(browser || gateway === 'key gateway'))
        continue;
      const filled = path.replaceAll(/\{(\w+)\+?\}/g, (_, name: string) =>
        params[name]?.schema.type === 'number' || /_id$/.test(name) ? '1' : 'x',
      );
      const { status, body } = await ask(method, filled);
      expect([operation.id, status, body]).toEqual([
        operation.id,
        400,
        {
          result: 'error',
          msg: body.msg,
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: needs[0]![0],
        },
      ]);
    }
    expect((await t.call(me, 'GET', '/users/me')).status).toBe(200);
  });
});

describe.each(gatewayNames)('parameters through the %s', (gateway) => {
  const ask: Ask = (...call) => gateways[gateway](...call);
  const form = (text: string) => new URLSearchParams(text);
  const snippet = async (id: unknown) => {
    const { body } = await ask('GET', '/saved_snippets');
    return (body['saved_snippets'] as Params[]).find((one) => one['id'] === id);
  };

  it('are read from the form, otherwise from the query, in every method', async () => {
    const made = await ask('POST', '/saved_snippets?title=query&content=query', form('title=form'));
    const id = made.body['saved_snippet_id'];
    expect(await snippet(id)).toMatchObject({ title: 'form', content: 'query' });
    const path = `/saved_snippets/${String(id)}`;
    expect((await ask('PATCH', `${path}?title=query+again`)).status).toBe(200);
    expect(await snippet(id)).toMatchObject({ title: 'query again', content: 'query' });
    expect((await ask('DELETE', `${path}?zeta=1`)).body).toEqual({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['zeta'],
    });
  });

  it('given twice have their last value', async () => {
    const made = await ask('POST', '/saved_snippets', form('title=a&content=c&title=b'));
    expect(await snippet(made.body['saved_snippet_id'])).toMatchObject({ title: 'b' });
    const twice = await ask('GET', '/streams?include_public=true&include_public=no');
    expect(twice.body.code).toBe('BAD_REQUEST');
  });

  it('of type string are not JSON: quotes stay', async () => {
    const made = await ask('POST', '/saved_snippets', form('title="a"&content=[1]'));
    expect(await snippet(made.body['saved_snippet_id'])).toMatchObject({
      title: '"a"',
      content: '[1]',
    });
  });

  it('of type list are one field of JSON, not repeated fields', async () => {
    const members = (text: string) =>
      ask('POST', '/user_groups/create', form(`name=g${world.next()}&description=&${text}`));
    expect((await members(`members=[${world.me.user_id}]`)).status).toBe(200);
    expect((await members('members=1&members=2')).body.code).toBe('BAD_REQUEST');
    expect((await members('members[]=1')).body.code).toBe('REQUEST_VARIABLE_MISSING');
  });

  it.each(['+1', '-1', '1.0', 'one', '0x1', '%201', '', '1/2'])(
    'in the path are digits only, not "%s"',
    async (id) => {
      const { status, body } = await ask('GET', `/users/${id}/status`);
      expect([status, body.result]).toEqual([404, 'error']);
    },
  );

  it('are refused under two names in one call', async () => {
    const draft = { type: 'direct', to: [world.me.user_id], content: 'x' };
    const both = { ...draft, topic: 'a', subject: 'b' };
    const { status, body } = await ask('POST', '/messages', both);
    const { msg: _msg, ...fields } = body;
    expect([status, fields]).toEqual([
      400,
      {
        result: 'error',
        code: 'REQUEST_CONFUSING_VAR',
        var_name1: 'topic',
        var_name2: 'subject',
      },
    ]);
  });

  it.each([
    ['PUT', '/drafts', ['GET', 'POST']],
    ['DELETE', '/users/me/status', ['POST']],
  ])('are not checked for a wrong method: %s %s', async (method, path, allowed) => {
    const { status, headers, body } = await ask(method, path, { zeta: 1 });
    expect([status, body.result]).toEqual([405, 'error']);
    for (const one of allowed) expect(headers.get('allow')?.split(', ')).toContain(one);
  });

  it('are not checked for an unknown path', async () => {
    const { status, body } = await ask('POST', '/nothing/here', { zeta: 1 });
    expect([status, body.result]).toEqual([404, 'error']);
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });
});
