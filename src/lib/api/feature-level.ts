import type { ApiOperation, ParamsOf } from './define-operation';

/** Oldest feature level that has everything our pages need: Zulip Server 9.0 in development. */
export const minFeatureLevel = 247;

/** A server's version, from its settings and from each register reply. */
export interface ServerVersion {
  readonly zulip_version: string;
  readonly zulip_feature_level: number;
}

/** Whether the server is Inkwell, which has operations that no other server has. */
export function isInkwell({ zulip_version }: ServerVersion): boolean {
  return zulip_version.endsWith('-inkwell');
}

/** The server's feature level; if not known yet, the oldest supported one. */
export function levelOf(server: ServerVersion | null): number {
  return server?.zulip_feature_level ?? minFeatureLevel;
}

/**
 * Whether the server has a feature of this level. A server that isn't known yet counts as the
 * oldest supported one.
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

/** If false, calls still work, without the parameter; see `paramsFor`. */
export function hasParameter<O extends ApiOperation>(
  operation: O,
  name: keyof O['params'] & string,
  server: ServerVersion | null,
): boolean {
  const { since = 0, until = Infinity } = operation.params[name] ?? {};
  const level = levelOf(server);
  return hasOperation(operation, server) && since <= level && level < until;
}

/** Whether these parameters are sent differently depending on the server's feature level. */
export function dependsOnLevel(operation: ApiOperation, params: object): boolean {
  return Object.keys(params).some((name) => {
    const parameter = operation.params[name];
    if (parameter === undefined) return false;
    const { since, until, wordedFor } = parameter;
    return since > minFeatureLevel || until !== undefined || wordedFor !== undefined;
  });
}

/**
 * Adapts parameters to the server's feature level: omits those that the server doesn't support yet
 * or no longer supports, and translates values that older servers spell differently. Callers write
 * for the newest level.
 */
export function paramsFor<O extends ApiOperation>(
  operation: O,
  params: ParamsOf<O>,
  server: ServerVersion | null,
): ParamsOf<O> {
  const level = levelOf(server);
  const values = params as Readonly<Record<string, unknown>>;
  const supported = Object.entries(values).flatMap(([name, value]) => {
    const parameter = operation.params[name];
    if (parameter === undefined || value === undefined) return [[name, value]];
    if (parameter.since > level || level >= (parameter.until ?? Infinity)) return [];
    return [[name, parameter.wordedFor?.(value, level) ?? value]];
  });
  return Object.fromEntries(supported) as ParamsOf<O>;
}
