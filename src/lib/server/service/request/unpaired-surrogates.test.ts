import type { ApiOperation, OperationParameter } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import { fillPath } from '$lib/api/operation-router';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { withService } from '../../../../../tests/support/with-service';

/** Half of an emoji, from text that another program has cut. In JSON, an escape is enough. */
const half = 's\ud83d';
const second = Math.floor(Date.now() / 1000);

/** Values with which an operation gets as far as possible. */
const usual: Readonly<Record<string, unknown>> = {
  type: 'stream',
  op: 'add',
  flag: 'starred',
  anchor: 'newest',
  num_before: 1,
  num_after: 1,
  stream_id: 1,
  message_id: 1,
  messages: [1],
  scheduled_delivery_timestamp: second + 1_000_000_000,
  dont_block: true,
  last_event_id: -1,
  visibility_policy: 1,
};

interface Anything {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Anything>>;
  readonly options?: readonly (Anything | string | number)[];
  readonly items?: readonly Anything[];
  readonly pipe?: readonly (Anything & { readonly kind: string })[];
  readonly [part: string]: unknown;
}

/**
 * Values that a schema accepts, with a lone surrogate in every text. For unions and picklists, one
 * per option.
 */
function valuesOf(schema: Anything): unknown[] {
  const inside = (part: unknown) => valuesOf(part as Anything);
  // A list is checked by the last schema of its pipe, which knows its items.
  const last = schema.pipe?.findLast(({ kind }) => kind === 'schema');
  if (last && last !== schema.pipe?.[0]) return inside(last);
  switch (schema.type) {
    case 'string':
      return [half];
    case 'number':
      return [1];
    case 'boolean':
      return [true];
    case 'literal':
      return [schema['literal']];
    case 'picklist':
    case 'enum':
      return [...(schema.options ?? [])];
    case 'optional':
    case 'nullish':
    case 'nullable':
      return inside(schema['wrapped']);
    case 'array':
      return inside(schema['item']).map((item) => [item]);
    case 'tuple':
    case 'strict_tuple':
      return [schema.items!.map((item) => inside(item)[0])];
    case 'record':
      return inside(schema['value']).map((value) => ({ [half]: value }));
    case 'union':
    case 'variant':
      return schema.options!.flatMap(inside);
    case 'object':
    case 'strict_object':
    case 'loose_object': {
      const each = Object.entries(schema.entries!).map(([name, of]) => [name, inside(of)] as const);
      const most = Math.max(1, ...each.map(([, values]) => values.length));
      return Array.from({ length: most }, (_, index) =>
        Object.fromEntries(each.map(([name, values]) => [name, values[index] ?? values[0]])),
      );
    }
    default:
      return [half, [half], { [half]: half }];
  }
}

const hasHalf = (value: unknown) =>
  !JSON.stringify(value).isWellFormed() || /\\ud83d/.test(JSON.stringify(value));

function sent({ encoding }: OperationParameter, value: unknown): string {
  return encoding === 'text' ? String(value) : JSON.stringify(value);
}

const t = withService();
beforeAll(async () => {
  await t.call(t.owner, 'POST', '/channels/create', {
    name: 'one',
    subscribers: [t.owner.user_id],
  });
  const to = { type: 'stream', to: 1, topic: 'a', content: 'a' };
  expect((await t.call(t.owner, 'POST', '/messages', to)).status).toBe(200);
});

/** Left out: these end the caller's account or session. */
const lasting = ['deactivateOwnUser', 'regenerateApiKey', 'deactivateRealm'];
const all = (Object.values(operations) as ApiOperation[]).filter(({ id }) => !lasting.includes(id));

it('finds the texts of the contract', () => {
  const texts = all.flatMap(({ params }) =>
    Object.values(params).flatMap(({ schema }) =>
      valuesOf(schema as unknown as Anything).filter(hasHalf),
    ),
  );
  expect(texts.length).toBeGreaterThan(100);
});

it.each(all.map((operation) => [operation.id, operation] as const))(
  '%s accepts a lone surrogate in any of its texts without a server error',
  async (_id, { method, path, params }) => {
    const filled = fillPath(
      path,
      Object.fromEntries(
        Object.entries(params)
          .filter(([, { encoding }]) => encoding === 'path')
          .map(([name, { schema }]) => [name, v.is(schema, 1) ? 1 : 'a']),
      ),
    );
    const given = Object.entries(params).filter(([, { encoding }]) => encoding !== 'path');
    const plain = Object.fromEntries(
      given
        .filter(([name, { optional }]) => name in usual || !optional)
        .map(([name, parameter]) => {
          const value = name in usual ? usual[name] : valuesOf(parameter.schema as never)[0];
          return [name, sent(parameter, value)];
        }),
    );
    for (const [name, parameter] of given) {
      for (const value of valuesOf(parameter.schema as never)) {
        const allParams = { ...plain, [name]: sent(parameter, value) };
        const { status, body } = await t.call(t.owner, method, filled, allParams);
        expect([name, value, status < 500 ? 'fine' : body]).toEqual([name, value, 'fine']);
      }
    }
  },
);

it('a lone surrogate in JSON becomes the replacement character, in values and in names', async () => {
  const drafts = [{ type: '', to: [], topic: '', content: `a${half}b`, timestamp: 1 }];
  const { status } = await t.call(t.owner, 'POST', '/drafts', { drafts });
  expect(status).toBe(200);
  const { body } = await t.call(t.owner, 'GET', '/drafts');
  expect(body['drafts']).toContainEqual(expect.objectContaining({ content: 'as\ufffdb' }));
  const narrow = [['channel', half]];
  expect((await t.call(t.owner, 'POST', '/register', { narrow })).status).toBe(200);
});
