import {
  defineOperation,
  inPath,
  json,
  jsonOrText,
  optional,
  text,
} from '$lib/api/define-operation';
import { integer } from '$lib/api/value-schemas';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ServiceFailure } from '../failure';
import { readFields } from './fields';
import { findIgnoredParameters, parseParameters } from './parameters';

const sample = defineOperation({
  id: 'sample',
  route: 'POST /sample/{id}',
  params: {
    id: inPath(v.number()),
    word: optional(text(v.string(), { aliases: ['old_word'] })),
    flag: optional(json(v.boolean())),
    count: optional(json(integer)),
    ratio: optional(json(v.number())),
    ids: optional(json(v.array(integer))),
    kind: optional(text(v.picklist(['a', 'b']))),
    limit: optional(json(v.nullable(integer))),
    to: optional(jsonOrText(v.union([integer, v.string(), v.array(integer)]))),
    rows: optional(json(v.array(v.strictObject({ name: v.string(), n: v.optional(integer) })))),
  },
  result: v.object({}),
});

const needy = defineOperation({
  id: 'needy',
  route: 'POST /needy',
  params: { queue_id: text(v.string()) },
  result: v.object({}),
});

function request(query: string, body?: BodyInit): Request {
  return new Request(`http://localhost/api/v1/sample/1${query}`, { method: 'POST', body });
}

async function fieldsOf(made: Request) {
  const body = new Uint8Array(await made.arrayBuffer());
  return readFields(new URL(made.url), made.headers.get('content-type'), body);
}

async function parse(query: string, body?: BodyInit) {
  const fields = await fieldsOf(request(query, body));
  return parseParameters(sample, { id: 1 }, fields);
}

async function problem(query: string, body?: BodyInit): Promise<ServiceFailure> {
  return parse(query, body).then(
    (value) => {
      throw new Error(`accepted as ${JSON.stringify(value)}`);
    },
    (error: unknown) => {
      if (error instanceof ServiceFailure) return error;
      throw error;
    },
  );
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

describe('sources', () => {
  it('are the query and a urlencoded form, with the form first', async () => {
    expect(await parse('?word=query&count=1', form({ word: 'form' }))).toEqual({
      id: 1,
      word: 'form',
      count: 1,
    });
  });

  it('are a multipart form too', async () => {
    const data = new FormData();
    data.set('word', 'ü & more');
    data.set('ids', '[1,2]');
    expect(await parse('', data)).toMatchObject({ word: 'ü & more', ids: [1, 2] });
  });

  it('are not a JSON body', async () => {
    const body = new Blob(['{"word":"x"}'], { type: 'application/json' });
    expect(await parse('', body)).toEqual({ id: 1 });
  });

  it('use the last of a repeated name', async () => {
    expect(await parse('?word=a&word=b')).toMatchObject({ word: 'b' });
  });

  it('refuse a broken multipart form', async () => {
    const body = new Blob(['nonsense'], { type: 'multipart/form-data; boundary=x' });
    expect(await problem('', body)).toMatchObject({ code: 'BAD_REQUEST', status: 400 });
  });
});

describe('values', () => {
  it.each([
    ['word=%22quoted%22', { word: '"quoted"' }],
    ['word=', { word: '' }],
    ['old_word=x', { word: 'x' }],
    ['flag=true', { flag: true }],
    ['count=-5', { count: -5 }],
    ['ratio=5.0', { ratio: 5.000000000000001 }],
    ['ratio=0.5', { ratio: 0.5 }],
    ['ids=[]', { ids: [] }],
    ['kind=b', { kind: 'b' }],
    ['limit=null', { limit: null }],
    ['count=null', {}],
    ['ids=null', {}],
    ['to=5', { to: 5 }],
    ['to=[5]', { to: [5] }],
    ['to=general', { to: 'general' }],
    ['to=%22general%22', { to: 'general' }],
    ['rows=[{"name":"5.0 \\"1e3\\" x"}]', { rows: [{ name: '5.0 "1e3" x' }] }],
  ])('%s is read', async (query, values) => {
    expect(await parse(`?${query}`)).toEqual({ id: 1, ...values });
  });

  it.each([
    ['flag=True', 'flag is not valid JSON'],
    ['flag=1', 'flag is not a boolean'],
    ['flag=yes', 'flag is not valid JSON'],
    ['flag=', 'flag is not valid JSON'],
    ['count=%225%22', 'count is not a number'],
    ['count=5.0', 'count is not an integer'],
    ['count=5e0', 'count is not an integer'],
    ['count=1.5', 'count is not an integer'],
    ['count=1e300', 'count is not an integer'],
    ['count=true', 'count is not a number'],
    ['ids=5', 'ids is not a list'],
    ['ids=[1,"2"]', 'ids[1] is not a number'],
    ['ids=[1,2.0]', 'ids[1] is not an integer'],
    ['ids=1&ids=2', 'ids is not a list'],
    ['kind=c', 'kind is not one of ("a" | "b")'],
    ['rows=[{"name":"x","other":1}]', 'rows[0]["other"] is unexpected'],
    ['rows=[{"name":"x"},{}]', 'rows[1]["name"] is missing'],
    ['rows=[{"name":"x","n":1.0}]', 'rows[0]["n"] is not an integer'],
  ])('%s is refused', async (query, message) => {
    expect(await problem(`?${query}`)).toMatchObject({
      code: 'BAD_REQUEST',
      status: 400,
      message,
      fields: {},
    });
  });

  it('are refused if they have more entries than any list', async () => {
    const many = await problem('', form({ ids: `[${'1,'.repeat(50_001)}1]` }));
    expect(many.message).toBe('ids holds more than 50000 values');
    const deep = await problem('', form({ to: '['.repeat(101) }));
    expect(deep.message).toBe('to nests deeper than 100 levels');
  });

  it('are refused if given under two names', async () => {
    expect(await problem('?word=a', form({ old_word: 'b' }))).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
      fields: { var_name1: 'word', var_name2: 'old_word' },
    });
  });

  it('are reported missing when they are required', async () => {
    const made = request('');
    const fields = await fieldsOf(made);
    expect(() => parseParameters(needy, {}, fields)).toThrow(
      expect.objectContaining({
        code: 'REQUEST_VARIABLE_MISSING',
        fields: { var_name: 'queue_id' },
      }),
    );
  });
});

describe('unknown names', () => {
  it('are listed sorted, without those that every request accepts', async () => {
    const made = request('?zeta=1&alpha=2&client=x&word=y&id=1');
    const fields = await fieldsOf(made);
    expect(findIgnoredParameters(sample, fields)).toEqual(['alpha', 'id', 'zeta']);
  });
});
