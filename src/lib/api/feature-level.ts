import type { ApiOperation, ParamsOf } from './define-operation';

/** The oldest level at which what the pages use is there: Zulip Server 9.0 in development. */
export const minFeatureLevel = 247;

/** What a server tells of its age in its settings and in each register reply. */
export interface ServerVersion {
  readonly zulip_version: string;
  readonly zulip_feature_level: number;
}

/** Whether it is a service of ours, which has operations that no other server has. */
export function isInkwell({ zulip_version }: ServerVersion): boolean {
  return zulip_version.endsWith('-inkwell');
}

/** The server's level; the oldest where it is not known yet. */
export function levelOf(server: ServerVersion | null): number {
  return server?.zulip_feature_level ?? minFeatureLevel;
}

/**
 * Whether the server has what came at this feature level. Of one that is unknown yet no more is taken
 * for granted than the oldest has.
 */
export function hasLevel(since: number, server: ServerVersion | null): boolean {
  return since <= levelOf(server);
}

export function hasOperation(
  { since, knownFrom }: Pick<ApiOperation, 'since' | 'knownFrom'>,
  server: ServerVersion | null,
): boolean {
  if (knownFrom === 'inkwell') return server !== null && isInkwell(server);
  return hasLevel(since, server);
}

/** Without it the call goes out all the same; see `paramsFor`. */
export function hasParameter<O extends ApiOperation>(
  operation: O,
  name: keyof O['params'] & string,
  server: ServerVersion | null,
): boolean {
  const { since = 0, until = Infinity } = operation.params[name] ?? {};
  const level = levelOf(server);
  return hasOperation(operation, server) && since <= level && level < until;
}

/** Whether servers of different age are told these parameters differently. */
export function dependsOnLevel(operation: ApiOperation, params: object): boolean {
  return Object.keys(params).some((name) => {
    const parameter = operation.params[name];
    if (parameter === undefined) return false;
    const { since, until, wordedFor } = parameter;
    return since > minFeatureLevel || until !== undefined || wordedFor !== undefined;
  });
}

/**
 * The parameters in the server's own words: those that it does not know yet, or no more, are left out,
 * and those that it knows by older words say them. Callers write for the newest level.
 */
export function paramsFor<O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
  server: ServerVersion | null,
): ParamsOf<O> {
  const level = levelOf(server);
  const values = params as Readonly<Record<string, unknown>>;
  const told = Object.entries(values).flatMap(([name, value]) => {
    const parameter = operation.params[name];
    if (parameter === undefined || value === undefined) return [[name, value]];
    if (parameter.since > level || level >= (parameter.until ?? Infinity)) return [];
    return [[name, parameter.wordedFor?.(value, level) ?? value]];
  });
  return Object.fromEntries(told) as ParamsOf<O>;
}
