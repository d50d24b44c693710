import { describe, expect, it } from 'vitest';
import type { ApiOperation } from './define-operation';
import { encodeCall } from './encode-call';
import { sendMessage } from './messages';
import { operations } from './operations';
import { updateSettings } from './settings';

const all = Object.entries(operations) as [string, ApiOperation][];
const modules = import.meta.glob<object>(['./*.ts', '!./*.test.ts'], { eager: true });

describe('operations', () => {
  it('have their own id as their key', () => {
    for (const [id, operation] of all) expect(operation.id).toBe(id);
  });

  it('include everything the modules define', () => {
    const defined = Object.values(modules).flatMap((module) =>
      Object.values(module).flatMap((one: unknown) =>
        typeof one === 'object' && one !== null && 'id' in one && 'method' in one ? [one.id] : [],
      ),
    );
    expect(all.map(([id]) => id).toSorted()).toEqual(defined.toSorted());
  });

  it('declare exactly the path parameters that their path contains', () => {
    for (const [id, { path, params }] of all) {
      const inPath = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
      const declared = Object.keys(params).filter((name) => params[name]?.encoding === 'path');
      expect(declared, id).toEqual(inPath);
    }
  });

  it('never return credentials to the browser', () => {
    const withKeys = all.filter(([, { result }]) => namesIn(result).includes('api_key'));
    expect(withKeys.map(([id]) => id)).toEqual(
      expect.arrayContaining(['createBot', 'fetchApiKey', 'getBots', 'regenerateApiKey']),
    );
    expect(withKeys.filter(([, { browser }]) => browser).map(([id]) => id)).toEqual([]);
  });

  it('limit every text and list in a request before reading the entries', () => {
    for (const [id, { params }] of all) {
      for (const [name, { schema }] of Object.entries(params)) {
        expect(unbounded(schema as Schema, name), id).toEqual([]);
      }
    }
  });

  it('send settings as documented: strings raw, the rest as JSON', () => {
    const { body } = encodeCall(updateSettings, { web_home_view: 'inbox', enter_sends: true });
    expect(body?.toString()).toBe('web_home_view=inbox&enter_sends=true');
  });

  it('send recipients as JSON', () => {
    const direct = encodeCall(sendMessage, { type: 'direct', to: [3, 4], content: 'hi' });
    expect(direct.body?.get('to')).toBe('[3,4]');
  });
});

/** Names of all entries in a result, including those in lists and dictionaries. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { entries, item, wrapped, value, options } = schema as Record<string, unknown>;
  const own = Object.entries(entries ?? {}).flatMap(([name, one]) => [name, ...namesIn(one)]);
  return [...own, ...[item, wrapped, value, ...[options ?? []].flat()].flatMap(namesIn)];
}

/** The parts of any schema that `unbounded` reads. */
interface Schema {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Schema[];
  readonly options?: readonly (Schema | string)[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
}

const endless = [
  'string',
  'array',
  'record',
  'map',
  'set',
  'loose_object',
  'unknown',
  'any',
  'instance',
];

function stepsOf({ pipe, ...rest }: Schema): readonly Schema[] {
  return pipe ? pipe.flatMap((step, i) => (i === 0 ? stepsOf(step) : [step])) : [rest];
}

/** Paths within a schema where a request has no length limit. */
function unbounded(schema: Schema, place: string): string[] {
  const [first, ...rest] = stepsOf(schema);
  const next = rest[0];
  const isBounded = next?.type === 'max_length' && typeof next.requirement === 'number';
  const isEndless = endless.includes(first!.type) && !isBounded;
  // The step after a list's limit is the one that checks its entries.
  const parts = isBounded ? rest.filter(({ kind }) => kind === 'schema') : [schema];
  const inside = parts.flatMap((part) => [
    ...[part.item, part.wrapped].map((one) => one && ([one, place] as const)),
    ...[...(part.options ?? []), ...(part.items ?? [])].map((one, i) =>
      typeof one === 'object' ? ([one, `${place}[${i}]`] as const) : undefined,
    ),
    ...Object.entries(part.entries ?? {}).map(([name, one]) => [one, `${place}.${name}`] as const),
  ]);
  return [
    ...(isEndless ? [place] : []),
    ...inside.flatMap((one) => (one ? unbounded(...one) : [])),
  ];
}
