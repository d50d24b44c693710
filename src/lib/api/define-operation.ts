import type * as v from 'valibot';

/**
 * The contract in one word: an operation is defined once, and the browser's calls, the proxy's
 * allow-list, the service's router and parameter parsing, and the contract tests are derived from it.
 */

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Who may call: `anyone` needs no credentials; the others are checked before the handler runs. */
export type CallerAccess =
  'anyone' | 'user' | 'human' | 'member' | 'human member' | 'administrator';

/**
 * `text` travels raw, `json` as JSON text, `path` inside the path (integers: digits only); `either`
 * is sent as JSON and read as JSON or, where it is none, as raw text (`to` of a message).
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
  /** Other names under which the value is accepted; giving two of them is REQUEST_CONFUSING_VAR. */
  readonly aliases: readonly string[];
  /** Feature level from which a server knows it; older ones are not sent it. */
  readonly since: number;
  /** Feature level from which servers know it no more; our service never does. Absent: all know it. */
  readonly until?: number;
  /** The value in the words of a server of this level, where older ones have others. */
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

/** A segment of the path. Numbers are parsed from digits; anything else there is an unknown path. */
/* @__NO_SIDE_EFFECTS__ */
export function inPath<In extends string | number, Out>(
  schema: v.GenericSchema<In, Out>,
): OperationParameter<In, Out, false> {
  return { ...plain, encoding: 'path', schema, optional: false };
}

/** Absent and JSON `null` both mean "not given" unless the schema itself accepts null. */
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
 * Where an operation is known from: the `documentation` of the API; the `servers` of its makers, which
 * have it undocumented; or `inkwell`, which alone has it: other servers answer 404. A check compares it
 * with the routes of real servers (`tests/contract/server-levels.ts`).
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
  /** Relative to `/api/v1`, parameters as `{name}`; `{name+}` matches across slashes. */
  readonly path: string;
  /** Older paths under which servers still answer; we call none of them. */
  readonly olderPaths: readonly string[];
  readonly params: P;
  /** Values of a success reply. Objects drop unknown keys, so newer servers stay readable. */
  readonly result: v.GenericSchema<unknown, Result>;
  readonly access: A;
  /** Feature level from which a server has the operation. */
  readonly since: number;
  /** Whether the browser may call it through the cookie door. Never for what returns credentials. */
  readonly browser: boolean;
  readonly knownFrom: OperationOrigin;
  /**
   * The body is a multipart form with one file, which is streamed and never held whole. A `picture`
   * is looked into before the handler runs; without an optional one any form will do.
   */
  readonly multipart?: 'file' | 'picture' | 'optional picture';
  /** Bytes of its form, which is read whole; what a `multipart` operation streams counts apart. */
  readonly maxBody: number;
}

/** What a caller passes. */
export type ParamsOf<O> =
  O extends ApiOperation<string, infer P>
    ? Flat<{ [K in Keys<P, false>]: In<P[K]> } & { [K in Keys<P, true>]?: In<P[K]> | undefined }>
    : never;

/** What a handler receives after parsing. */
export type ParsedOf<O> =
  O extends ApiOperation<string, infer P>
    ? Flat<{ [K in Keys<P, false>]: Out<P[K]> } & { [K in Keys<P, true>]?: Out<P[K]> | undefined }>
    : never;

export type ResultOf<O> = O extends ApiOperation<string, ParameterTable, infer R> ? R : never;

type Definition<Id extends string, P extends ParameterTable, R, A extends CallerAccess> = Pick<
  ApiOperation<Id, P, R>,
  'id' | 'method' | 'path' | 'params' | 'result'
> &
  Partial<
    Pick<ApiOperation, 'since' | 'browser' | 'olderPaths' | 'knownFrom' | 'multipart' | 'maxBody'>
  > & { access?: A };

/* @__NO_SIDE_EFFECTS__ */
export function defineOperation<
  const Id extends string,
  P extends ParameterTable,
  R,
  const A extends CallerAccess = 'user',
>(definition: Definition<Id, P, R, A>): ApiOperation<Id, P, R, A> {
  return {
    access: 'user' as A,
    since: 0,
    browser: true,
    knownFrom: 'documentation',
    olderPaths: [],
    maxBody: 1024 * 1024,
    ...definition,
  };
}
