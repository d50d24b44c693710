import * as v from 'valibot';

/**
 * The API contract: each operation is defined once. The browser's calls, the proxy's allow-list,
 * the service's routing and parameter parsing, and the contract tests are all derived from the
 * definition.
 */

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who can call an operation. `anyone` needs no credentials; all others are checked before the
 * handler runs.
 */
export type CallerAccess =
  'anyone' | 'user' | 'human' | 'member' | 'human member' | 'administrator';

/**
 * How a parameter is sent: `text` raw; `json` as JSON; `path` in the path (integers: digits only);
 * `either` as JSON, but read as raw text if it isn't valid JSON (`to` of a message).
 * Source: https://zulip.com/api/rest, "Request parameters".
 */
export type ParameterEncoding = 'text' | 'json' | 'either' | 'path';

export interface OperationParameter<
  In = unknown,
  Out = unknown,
  Optional extends boolean = boolean,
> {
  readonly encoding: ParameterEncoding;
  readonly schema: v.GenericSchema<In, Out>;
  readonly optional: Optional;
  /** Other accepted names. A request that uses two of them fails with REQUEST_CONFUSING_VAR. */
  readonly aliases: readonly string[];
  /** First feature level that supports it; not sent to older servers. */
  readonly since: number;
  /**
   * First feature level that no longer supports it; our service never does. Absent: still
   * supported.
   */
  readonly until?: number;
  /** Translates the value for a server of this level, if older servers spell it differently. */
  wordedFor?(value: In, level: number): In;
}

export type ParameterTable = Readonly<Record<string, OperationParameter>>;

type Options<In> = Partial<
  Pick<OperationParameter<In>, 'aliases' | 'since' | 'until' | 'wordedFor'>
>;

const plain = { aliases: [], since: 0 } as const;

/* @__NO_SIDE_EFFECTS__ */
export function text<In extends string, Out>(
  schema: v.GenericSchema<In, Out>,
  options: Options<In> = {},
): OperationParameter<In, Out, false> {
  return { ...plain, ...options, encoding: 'text', schema, optional: false };
}

/* @__NO_SIDE_EFFECTS__ */
export function json<In, Out>(
  schema: v.GenericSchema<In, Out>,
  options: Options<In> = {},
): OperationParameter<In, Out, false> {
  return { ...plain, ...options, encoding: 'json', schema, optional: false };
}

/* @__NO_SIDE_EFFECTS__ */
export function jsonOrText<In, Out>(
  schema: v.GenericSchema<In, Out>,
  options: Options<In> = {},
): OperationParameter<In, Out, false> {
  return { ...plain, ...options, encoding: 'either', schema, optional: false };
}

/** A segment of the path. Numbers must be digits; anything else is an unknown path. */
/* @__NO_SIDE_EFFECTS__ */
export function inPath<In extends string | number, Out>(
  schema: v.GenericSchema<In, Out>,
): OperationParameter<In, Out, false> {
  return { ...plain, encoding: 'path', schema, optional: false };
}

/** An absent value and JSON `null` both mean "not given", unless the schema itself accepts null. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<In, Out>(
  parameter: OperationParameter<In, Out, false>,
): OperationParameter<In, Out, true> {
  return { ...parameter, optional: true };
}

type Keys<P extends ParameterTable, Optional extends boolean> = {
  [K in keyof P]: P[K]['optional'] extends Optional ? K : never;
}[keyof P];

type In<P> = P extends OperationParameter<infer I, unknown> ? I : never;
type Out<P> = P extends OperationParameter<infer _I, infer O> ? O : never;
type Flat<T> = { [K in keyof T]: T[K] };

/**
 * Which servers have an operation: `documentation`: it's in the API documentation; `servers`: Zulip
 * servers have it, undocumented; `inkwell`: only Inkwell has it, other servers answer 404.
 * `tests/contract/server-levels.ts` compares this with the routes of real servers.
 */
export type OperationOrigin = 'documentation' | 'servers' | 'inkwell';

export interface ApiOperation<
  Id extends string = string,
  P extends ParameterTable = ParameterTable,
  Result = unknown,
  A extends CallerAccess = CallerAccess,
> {
  /** The documented operationId in camelCase; also the name of the constant, handler and test. */
  readonly id: Id;
  readonly method: HttpMethod;
  /** Relative to `/api/v1`. Parameters are `{name}`; `{name+}` also matches slashes. */
  readonly path: string;
  /** Older paths that servers still support; we never call them. */
  readonly olderPaths: readonly string[];
  readonly params: P;
  /**
   * Values of a successful reply. Unknown keys are dropped, so replies of newer servers still
   * parse.
   */
  readonly result: v.GenericSchema<unknown, Result>;
  readonly access: A;
  /** First feature level that has the operation. */
  readonly since: number;
  /**
   * Whether the browser can call it with its session cookie. Always false if it returns
   * credentials.
   */
  readonly browser: boolean;
  readonly knownFrom: OperationOrigin;
  /**
   * The body is a multipart form with one file, which is streamed and never held in memory as a
   * whole. A `picture` is inspected before the handler runs. With `optional picture`, the file can
   * be missing and any form encoding works.
   */
  readonly multipart?: 'file' | 'picture' | 'optional picture';
  /**
   * Maximum size in bytes of the form, which is read as a whole. The file streamed by a `multipart`
   * operation doesn't count.
   */
  readonly maxBody: number;
}

/** The parameters a caller passes. */
export type ParamsOf<O> =
  O extends ApiOperation<string, infer P>
    ? Flat<{ [K in Keys<P, false>]: In<P[K]> } & { [K in Keys<P, true>]?: In<P[K]> | undefined }>
    : never;

/** The parameters a handler receives after parsing. */
export type ParsedOf<O> =
  O extends ApiOperation<string, infer P>
    ? Flat<{ [K in Keys<P, false>]: Out<P[K]> } & { [K in Keys<P, true>]?: Out<P[K]> | undefined }>
    : never;

export type ResultOf<O> = O extends ApiOperation<string, ParameterTable, infer R> ? R : never;

type Nothing = Record<never, never>;

/** Without `params` it takes none; without `result` a successful reply has no values. */
type Definition<Id extends string, P extends ParameterTable, R, A extends CallerAccess> = {
  readonly id: Id;
  readonly route: `${HttpMethod} /${string}`;
} & Partial<
  Pick<ApiOperation, 'since' | 'browser' | 'olderPaths' | 'knownFrom' | 'multipart' | 'maxBody'> &
    Pick<ApiOperation<Id, P, R, A>, 'params' | 'result' | 'access'>
>;

/* @__NO_SIDE_EFFECTS__ */
export function defineOperation<
  const Id extends string,
  P extends ParameterTable = Nothing,
  R = Nothing,
  const A extends CallerAccess = 'user',
>({ route, ...definition }: Definition<Id, P, R, A>): ApiOperation<Id, P, R, A> {
  const [method, path] = route.split(' ') as [HttpMethod, string];
  return {
    method,
    path,
    params: {} as P,
    result: v.object({}) as unknown as ApiOperation<Id, P, R>['result'],
    access: 'user' as A,
    since: 0,
    browser: true,
    knownFrom: 'documentation',
    olderPaths: [],
    maxBody: 1024 * 1024,
    ...definition,
  };
}
