/** The parts of a valibot schema that are read here; all can be missing. */
interface SchemaNode {
  readonly type: string;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly SchemaNode[];
  readonly requirement?: unknown;
  readonly wrapped?: SchemaNode;
}

export type ControlKind =
  | { readonly kind: 'switch' }
  | { readonly kind: 'select'; readonly values: readonly (number | string)[] }
  | { readonly kind: 'number'; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly kind: 'text'; readonly maxLength: number | undefined };

const wrappers: readonly string[] = ['optional', 'nullable', 'nullish'];

/**
 * The control for an API value: a switch for a boolean, a list for an enumeration, a number with
 * its bounds, else a text. https://valibot.dev/guides/internal-architecture/
 */
export function controlOf(schema: object): ControlKind {
  const node = schema as SchemaNode;
  if (node.wrapped && wrappers.includes(node.type)) return controlOf(node.wrapped);
  if (node.type === 'boolean') return { kind: 'switch' };
  if (node.type === 'picklist') {
    return { kind: 'select', values: (node.options ?? []) as readonly (number | string)[] };
  }
  const rules = rulesOf(node);
  const bound = (type: string) => {
    const found = rules.find((rule) => rule.type === type)?.requirement;
    return typeof found === 'number' ? found : undefined;
  };
  return node.type === 'number'
    ? { kind: 'number', min: bound('min_value'), max: bound('max_value') }
    : { kind: 'text', maxLength: bound('max_length') };
}

/** Pipes can be nested. */
function rulesOf({ pipe = [] }: SchemaNode): readonly SchemaNode[] {
  return pipe.flatMap((part) => (part.pipe ? rulesOf(part) : [part]));
}
