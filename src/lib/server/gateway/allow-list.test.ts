import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiOperation } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';
import { fillPath } from '$lib/api/operation-router';
import { allowList } from './allow-list';

const route = allowList();
const all: readonly ApiOperation[] = Object.values(operations);
const filled = ({ path, params }: ApiOperation) => {
  const value = (name: string) => (params[name]?.schema.type === 'number' ? 7 : 'a@example.com');
  return fillPath(path, Object.fromEntries(Object.keys(params).map((name) => [name, value(name)])));
};

describe('allowList', () => {
  it('allows the operations that the contract gives to pages', () => {
    for (const operation of all.filter(({ browser }) => browser)) {
      const match = route(operation.method, filled(operation));
      expect(match).toMatchObject({ kind: 'found', operation: { id: operation.id } });
    }
  });

  it('blocks operations that return credentials', () => {
    const kept = all.filter(({ browser }) => !browser);
    expect(kept.map(({ id }) => id)).toContain('fetchApiKey');
    for (const operation of kept) {
      expect(route(operation.method, filled(operation)).kind).not.toBe('found');
    }
  });

  it('allows nothing else', () => {
    const words = ['users', 'me', 'drafts', 'api_key', 'regenerate', 'fetch_api_key', '7', '..'];
    const segment = fc.oneof(fc.constantFrom(...words), fc.webSegment(), fc.string());
    const method = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'TRACE');
    // Independent of the router: each path segment is a literal or a value.
    const shapes = all
      .filter(({ browser }) => browser)
      .map(({ method, path }) => ({
        method,
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      }));
    fc.assert(
      fc.property(method, fc.array(segment, { maxLength: 5 }), (verb, segments) => {
        const path = `/${segments.join('/')}`;
        if (route(verb, path).kind !== 'found') return;
        expect(shapes.some((s) => s.method === verb && s.pattern.test(path))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
