import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defineOperation, inPath, type HttpMethod, type ParameterTable } from './define-operation';
import { createRouter, fillPath } from './operation-router';
import { integer } from './value-schemas';

const number = inPath(integer);
const text = inPath(v.string());

function operation(id: string, route: `${HttpMethod} /${string}`, params: ParameterTable = {}) {
  return defineOperation({ id, route, params });
}

const route = createRouter([
  operation('list', 'GET /drafts'),
  operation('create', 'POST /drafts'),
  operation('edit', 'PATCH /drafts/{draft_id}', { draft_id: number }),
  operation('remove', 'DELETE /drafts/{id}', { id: number }),
  operation('me', 'GET /users/me'),
  operation('byId', 'GET /users/{user_id}', { user_id: number }),
  operation('byEmail', 'GET /users/{email}', { email: text }),
  operation('file', 'GET /files/{realm}/{name+}', { realm: number, name: text }),
]);

const found = (method: string, path: string) => {
  const match = route(method, path);
  return match.kind === 'found' ? [match.operation.id, match.values] : match.kind;
};

describe('createRouter', () => {
  it('finds an operation and the values in its path', () => {
    expect(found('GET', '/drafts')).toEqual(['list', {}]);
    expect(found('PATCH', '/drafts/12')).toEqual(['edit', { draft_id: 12 }]);
    expect(found('DELETE', '/drafts/12')).toEqual(['remove', { id: 12 }]);
  });

  it('prefers a literal to a number, and a number to text', () => {
    expect(found('GET', '/users/me')).toEqual(['me', {}]);
    expect(found('GET', '/users/7')).toEqual(['byId', { user_id: 7 }]);
    expect(found('GET', '/users/a%40b.c')).toEqual(['byEmail', { email: 'a@b.c' }]);
  });

  it('lists the allowed methods of a known path', () => {
    const allowed = (method: string, path: string) => {
      const match = route(method, path);
      return match.kind === 'wrong-method' && match.allowed;
    };
    expect(allowed('PUT', '/drafts')).toEqual(['GET', 'POST']);
    expect(allowed('DELETE', '/users/me')).toEqual(['GET']);
    expect(allowed('GET', '/drafts/1')).toEqual(['PATCH', 'DELETE']);
  });

  it('lists all operations of a path, for any method', () => {
    for (const method of ['POST', 'PUT']) {
      const match = route(method, '/drafts');
      expect(match.kind !== 'unknown' && match.siblings.map(({ id }) => id)).toEqual([
        'list',
        'create',
      ]);
    }
  });

  it('decodes once and keeps an encoded slash inside its segment', () => {
    expect(found('GET', '/users/a%2Fb')).toEqual(['byEmail', { email: 'a/b' }]);
    expect(found('GET', '/users/%252e')).toEqual(['byEmail', { email: '%2e' }]);
    expect(found('GET', '/files/1/ab/my%20file.txt')).toEqual([
      'file',
      { realm: 1, name: 'ab/my file.txt' },
    ]);
    expect(found('GET', '/files/1/ab%2fc%2Fd')).toEqual(['file', { realm: 1, name: 'ab/c/d' }]);
  });

  it.each([
    '',
    '/',
    'drafts',
    '/drafts/',
    '//drafts',
    '/drafts/x',
    '/drafts/-1',
    '/drafts/1.0',
    '/drafts/99999999999999999',
    '/drafts/1/2',
    '/users/..',
    '/users/%2e%2e',
    '/users/%zz',
    '/users/a%00b',
    '/files/1',
    '/files/1/..%2f..%2fsecret',
    '/files/1/a%5c..',
    '/files/1/a%2f%2fb',
    '/files/1/%2fb',
    '/files/1/a/%2e%2f..',
    '/files/1/a//b',
    '/constructor',
    '/__proto__',
  ])('treats %j as an unknown path', (path) => {
    expect(route('GET', path).kind).toBe('unknown');
  });

  it('rejects two operations with the same route, even if their parameters have different names', () => {
    const a = operation('a', 'GET /x/{one}', { one: number });
    const b = operation('b', 'GET /x/{two}', { two: number });
    expect(() => createRouter([a, b])).toThrow('b and a have the same route');
  });

  it('reads back every path that it filled in', () => {
    const piece = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((s) => s !== '.' && s !== '..' && !/[/\\\0]/.test(s) && s.isWellFormed());
    fc.assert(
      fc.property(fc.nat(), fc.array(piece, { minLength: 1 }), (realm, pieces) => {
        const values = { realm, name: pieces.join('/') };
        const path = fillPath('/files/{realm}/{name+}', values);
        expect(found('GET', path)).toEqual(['file', values]);
        // A URL parser must not change the path.
        expect(new URL(`http://x${path}`).pathname).toBe(path);
      }),
    );
  });
});
