import type { HttpMethod, ApiOperation } from './define-operation';
import { wellFormed } from './well-formed';

export type PathValues = Readonly<Record<string, string | number>>;

/** `siblings`: all operations of the path, for any method. */
export type RouteMatch<O extends ApiOperation = ApiOperation> =
  | {
      readonly kind: 'found';
      readonly operation: O;
      readonly values: PathValues;
      readonly siblings: readonly O[];
    }
  | {
      readonly kind: 'wrong-method';
      readonly allowed: readonly HttpMethod[];
      readonly siblings: readonly O[];
    }
  | { readonly kind: 'unknown' };

/** `method` in uppercase; `path` relative to the API's base and still percent-encoded. */
export type OperationRouter<O extends ApiOperation = ApiOperation> = (
  method: string,
  path: string,
) => RouteMatch<O>;

type Segment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'number' | 'text' | 'rest'; readonly name: string };

interface Shape<O extends ApiOperation> {
  readonly segments: readonly Segment[];
  readonly routes: Map<HttpMethod, { operation: O; names: readonly string[] }>;
  readonly operations: O[];
}

/**
 * Finds the operation for a request, both for the service's dispatch and for the gateway's
 * allow-list. A literal wins over a number, a number over text, and text over `{name+}`. Only the
 * best match decides which methods are allowed. Each segment is decoded once, after splitting, so
 * `%2F` never creates a new segment. `.`, `..`, null bytes and broken escapes make a path unknown.
 * Throws if two operations share a method and path.
 */
export function createRouter<O extends ApiOperation>(operations: readonly O[]): OperationRouter<O> {
  const shapes = new Map<string, Shape<O>>();
  const routed = operations.flatMap((operation) =>
    [operation.path, ...operation.olderPaths].map((path) => ({ operation, path })),
  );
  for (const { operation, path } of routed) {
    const segments = parseTemplate({ ...operation, path });
    const key = segments.map(shapeOf).join('/');
    const shape: Shape<O> = shapes.get(key) ?? { segments, routes: new Map(), operations: [] };
    const other = shape.routes.get(operation.method);
    if (other) throw new Error(`${operation.id} and ${other.operation.id} have the same route`);
    const names = segments.flatMap((segment) => (segment.kind === 'literal' ? [] : segment.name));
    shape.routes.set(operation.method, { operation, names });
    shape.operations.push(operation);
    shapes.set(key, shape);
  }
  const byFirst = new Map<string, Shape<O>[]>();
  for (const shape of shapes.values()) {
    const first = shapeOf(shape.segments[0]!);
    byFirst.set(first, [...(byFirst.get(first) ?? []), shape]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => compareShapes(a.segments, b.segments));

  return (method, path) => {
    const parts = splitPath(path);
    const candidates = parts && byFirst.get(parts[0]!);
    for (const shape of candidates ?? []) {
      const values = matchSegments(shape.segments, parts!);
      if (!values) continue;
      const route = shape.routes.get(method as HttpMethod);
      const siblings = shape.operations;
      if (!route) return { kind: 'wrong-method', allowed: [...shape.routes.keys()], siblings };
      return {
        kind: 'found',
        siblings,
        operation: route.operation,
        values: Object.fromEntries(route.names.map((name, i) => [name, values[i]!])),
      };
    }
    return { kind: 'unknown' };
  };
}

/** Fills in `{name}` and `{name+}`; the inverse of the router's parsing. */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)(\+?)\}/g, (whole, name: string, rest: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    const text = wellFormed(String(value));
    return rest === '+'
      ? text.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(text);
  });
}

function parseTemplate({ id, path, params }: ApiOperation): Segment[] {
  const segments = path
    .slice(1)
    .split('/')
    .map((text): Segment => {
      const [, name, rest] = /^\{(\w+)(\+?)\}$/.exec(text) ?? [];
      if (!name) return { kind: 'literal', text };
      const parameter = params[name];
      if (parameter?.encoding !== 'path') throw new Error(`${id}: ${name} is not a path parameter`);
      if (rest) return { kind: 'rest', name };
      return { kind: parameter.schema.type === 'number' ? 'number' : 'text', name };
    });
  if (segments[0]?.kind !== 'literal') throw new Error(`${id}: the path must begin with a word`);
  if (segments.slice(0, -1).some(({ kind }) => kind === 'rest')) {
    throw new Error(`${id}: {name+} must come last`);
  }
  return segments;
}

function shapeOf(segment: Segment): string {
  return segment.kind === 'literal' ? segment.text : `{${segment.kind}}`;
}

const order = { literal: 0, number: 1, text: 2, rest: 3 };

function compareShapes(a: readonly Segment[], b: readonly Segment[]): number {
  for (const [i, segment] of a.entries()) {
    const difference = order[segment.kind] - order[b[i]?.kind ?? 'rest'];
    if (difference !== 0) return difference;
  }
  return 0;
}

function splitPath(path: string): string[] | null {
  if (!path.startsWith('/')) return null;
  try {
    const parts = path.slice(1).split('/').map(decodeURIComponent);
    return parts.every(isPlain) ? parts : null;
  } catch {
    return null;
  }
}

function isPlain(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !part.includes('\0');
}

function matchSegments(
  segments: readonly Segment[],
  parts: readonly string[],
): (string | number)[] | null {
  const last = segments.at(-1)!;
  if (last.kind === 'rest' ? parts.length < segments.length : parts.length !== segments.length) {
    return null;
  }
  const values: (string | number)[] = [];
  for (const [i, segment] of segments.entries()) {
    const part = parts[i]!;
    if (segment.kind === 'literal') {
      if (part !== segment.text) return null;
    } else if (segment.kind === 'number') {
      if (!/^\d+$/.test(part) || !Number.isSafeInteger(Number(part))) return null;
      values.push(Number(part));
    } else if (segment.kind === 'text') {
      values.push(part);
    } else {
      const rest = parts.slice(i).join('/');
      // A decoded slash becomes a separator when the path is filled in again, so each part must be
      // safe.
      if (rest.includes('\\') || !rest.split('/').every(isPlain)) return null;
      values.push(rest);
    }
  }
  return values;
}
