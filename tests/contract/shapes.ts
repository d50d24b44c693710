import { readDocument } from './document';
import type { OpenApi, Schema } from './document';

/**
 * The shape of a JSON value in a compact form. A string is a type (`string`, `integer`, `number`,
 * `boolean`, `any`) or, with `#`, the name of a shared shape.
 */
export type Shape =
  | string
  | { readonly nullable: Shape }
  | { readonly enum: readonly unknown[] }
  | { readonly array: Shape }
  | { readonly record: Shape }
  | { readonly oneOf: readonly Shape[] }
  | ObjectShape;

export interface ObjectShape {
  readonly object: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** The documentation allows further keys. */
  readonly open?: true;
}

/** Success replies by operationId, events by `type` or `type/op`, and the shapes these share. */
export interface Shapes {
  readonly operations: Readonly<Record<string, Shape>>;
  readonly events: Readonly<Record<string, Shape>>;
  readonly shared: Readonly<Record<string, Shape>>;
}

/** The documented shapes of everything that a server sends. */
export function readShapes(api: OpenApi): Shapes {
  const shared: Record<string, Shape> = {};
  const shapeOf = (schema: Schema): Shape => {
    if (schema.$ref) {
      const name = schema.$ref.replace('#/components/schemas/', '');
      if (!(name in shared)) {
        shared[name] = 'any';
        shared[name] = shapeOf(api.components['schemas']?.[name] as Schema);
      }
      return `#${name}`;
    }
    return schema.nullable ? { nullable: plainShape(schema) } : plainShape(schema);
  };
  const plainShape = (schema: Schema): Shape => {
    if (schema.allOf) return joined(schema.allOf.map(shapeOf), shared);
    if (schema.oneOf) return { oneOf: schema.oneOf.map(shapeOf) };
    if (schema.enum) return { enum: schema.enum };
    if (schema.type === 'array') return { array: schema.items ? shapeOf(schema.items) : 'any' };
    if (schema.properties || schema.type === 'object' || schema['x-closed']) {
      return objectShape(schema, shapeOf);
    }
    return schema.type ?? 'any';
  };

  const operations: Record<string, Shape> = {};
  for (const [id, { result }] of readDocument(api)) if (result) operations[id] = shapeOf(result);
  const events: Record<string, Shape> = {};
  for (const { schema, type, op } of api['x-events']) {
    const shape = shapeOf(api.components['schemas']?.[schema] as Schema);
    for (const name of type) {
      for (const kind of op ? op.map((one) => `${name}/${one}`) : [name]) events[kind] = shape;
    }
  }
  // Its events are checked one by one.
  const polled = follow(operations['getEvents'] ?? 'any', shared) as ObjectShape;
  operations['getEvents'] = { ...polled, object: { ...polled.object, events: { array: 'any' } } };
  return { operations, events, shared: used(shared, [operations, events]) };
}

function objectShape(schema: Schema, shapeOf: (schema: Schema) => Shape): Shape {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0 && schema.additionalProperties) {
    return { record: shapeOf(schema.additionalProperties) };
  }
  return {
    object: Object.fromEntries(properties.map(([name, one]) => [name, shapeOf(one)])),
    ...(schema.required && { required: schema.required }),
    ...(!schema['x-closed'] && { open: true }),
  };
}

/** Merges parts into one object, closed as soon as one part is; a part can only narrow a field. */
function joined(parts: readonly Shape[], shared: Readonly<Record<string, Shape>>): Shape {
  const whole = parts.map((part) => follow(part, shared));
  const objects = whole.filter((part): part is ObjectShape => isObject(part));
  if (objects.length === 0) return whole.find((part) => typeof part === 'object') ?? whole[0]!;
  const object: Record<string, Shape> = {};
  for (const part of objects) {
    for (const [name, shape] of Object.entries(part.object)) {
      object[name] = narrowed(object[name], shape);
    }
  }
  const required = [...new Set(objects.flatMap((part) => part.required ?? []))];
  return {
    object,
    ...(required.length > 0 && { required }),
    ...(objects.every((part) => part.open) && { open: true }),
  };
}

/** A part can say just `nullable` for a field whose type another part defines. */
function narrowed(before: Shape | undefined, shape: Shape): Shape {
  const bare = typeof shape === 'object' && 'nullable' in shape && shape.nullable === 'any';
  return bare && before !== undefined ? { nullable: before } : shape;
}

export function follow(shape: Shape, shared: Readonly<Record<string, Shape>>): Shape {
  return typeof shape === 'string' && shape.startsWith('#')
    ? follow(shared[shape.slice(1)] ?? 'any', shared)
    : shape;
}

function isObject(shape: Shape): boolean {
  return typeof shape === 'object' && 'object' in shape;
}

/** The shared shapes that are referenced. */
function used(shared: Readonly<Record<string, Shape>>, from: readonly object[]) {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#(\w+)"/g)) {
      if (!name || found.has(name)) continue;
      found.add(name);
      look(shared[name]);
    }
  };
  look(from);
  return Object.fromEntries([...found].sort().map((name) => [name, shared[name]!]));
}

/** Formats the file with one line per shape, so that a change is readable. */
export function printShapes(shapes: Shapes): string {
  const parts = Object.entries(shapes).map(([part, table]) => {
    const lines = Object.entries(table as Record<string, Shape>)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, shape]) => `    ${JSON.stringify(name)}: ${JSON.stringify(shape)}`);
    return `  ${JSON.stringify(part)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}
