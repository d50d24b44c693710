/** The part of OpenAPI 3.0 that the documentation uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly additionalProperties?: Schema;
  /** No other keys are possible. */
  readonly 'x-closed'?: boolean;
  /** The feature level that added it. */
  readonly 'x-since'?: number;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly 'x-since'?: number;
}

interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<
    Record<
      string,
      {
        readonly schema: Schema;
        readonly encoding?: Readonly<Record<string, { readonly contentType?: string }>>;
      }
    >
  >;
}

interface PathItem {
  /** Absent if it isn't an operation but, for example, shared parameters. */
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The events, each with the name of its schema. */
  readonly 'x-events': readonly {
    readonly schema: string;
    readonly type: readonly string[];
    readonly op: readonly string[] | null;
  }[];
}

export interface Documented {
  readonly method: string;
  readonly path: string;
  readonly params: ReadonlyMap<string, DocumentedParameter>;
  readonly result: Schema | undefined;
}

interface DocumentedParameter {
  readonly encoding: 'text' | 'json' | 'path';
  readonly required: boolean;
  /** Undefined if the document doesn't say. */
  readonly since: number | undefined;
}

/** A documented property: its JSON types (empty: any) and what it contains. */
export interface DocumentedType {
  readonly kinds: ReadonlySet<string>;
  readonly items: Schema | undefined;
  readonly schema: Schema;
}

/** All documented operations by camelCase operationId. */
export function readDocument(api: OpenApi): Map<string, Documented> {
  const all = new Map<string, Documented>();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, item] of Object.entries(methods)) {
      const id = item.operationId?.replace(/-(\w)/g, (_match, letter: string) =>
        letter.toUpperCase(),
      );
      if (id === undefined) continue;
      all.set(id, {
        method: method.toUpperCase(),
        path,
        params: paramsOf(api, item),
        result: bodyOf(api, item.responses['200'])?.content?.['application/json']?.schema,
      });
    }
  }
  return all;
}

function paramsOf(api: OpenApi, item: PathItem): Documented['params'] {
  const params = new Map<string, DocumentedParameter>();
  for (const given of item.parameters ?? []) {
    const parameter = given.$ref ? (resolve(api, given.$ref) as Parameter) : given;
    const encoding = parameter.in === 'path' ? 'path' : parameter.content ? 'json' : undefined;
    params.set(parameter.name, {
      encoding: encoding ?? plainEncoding(api, parameter.schema),
      required: parameter.required === true,
      since: parameter['x-since'],
    });
  }
  const form = bodyOf(api, item.requestBody)?.content?.['application/x-www-form-urlencoded'];
  for (const [name, { schema }] of documentedProperties(api, form?.schema)) {
    const encoded = form?.encoding?.[name]?.contentType === 'application/json';
    params.set(name, {
      encoding: encoded ? 'json' : plainEncoding(api, schema),
      required: requiredOf(api, form?.schema).includes(name),
      since: schema['x-since'],
    });
  }
  return params;
}

/**
 * Strings are sent as they are, everything else as JSON; plain numbers and booleans look the same
 * either way.
 */
function plainEncoding(api: OpenApi, schema: Schema | undefined): 'text' | 'json' {
  return kindsOf(api, schema).has('string') ? 'text' : 'json';
}

function requiredOf(api: OpenApi, schema: Schema | undefined): readonly string[] {
  const whole = follow(api, schema);
  return [
    ...(whole?.required ?? []),
    ...(whole?.allOf ?? []).flatMap((part) => requiredOf(api, part)),
  ];
}

/** The properties of an object schema, including those of its parts. */
export function documentedProperties(
  api: OpenApi,
  schema: Schema | undefined,
): Map<string, DocumentedType> {
  const found = new Map<string, DocumentedType>();
  const whole = follow(api, schema);
  for (const part of [...(whole?.allOf ?? []), ...(whole?.oneOf ?? []), ...(whole?.anyOf ?? [])]) {
    for (const [name, type] of documentedProperties(api, part)) found.set(name, type);
  }
  for (const [name, property] of Object.entries(whole?.properties ?? {})) {
    found.set(name, {
      kinds: kindsOf(api, property),
      items: follow(api, property)?.items,
      schema: property,
    });
  }
  return found;
}

function kindsOf(api: OpenApi, schema: Schema | undefined): Set<string> {
  const whole = follow(api, schema);
  const kinds = new Set<string>();
  if (whole?.type) kinds.add(whole.type === 'integer' ? 'number' : whole.type);
  for (const part of [...(whole?.allOf ?? []), ...(whole?.oneOf ?? []), ...(whole?.anyOf ?? [])]) {
    for (const kind of kindsOf(api, part)) kinds.add(kind);
  }
  return kinds;
}

function follow(api: OpenApi, schema: Schema | undefined): Schema | undefined {
  return schema?.$ref ? follow(api, resolve(api, schema.$ref) as Schema) : schema;
}

function bodyOf(api: OpenApi, body: Body | undefined): Body | undefined {
  return body?.$ref ? (resolve(api, body.$ref) as Body) : body;
}

function resolve(api: OpenApi, ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], api);
}
