import { readFile } from 'node:fs/promises';
import type { ApiOperation, OperationParameter } from '$lib/api/define-operation';
import { operations } from '$lib/api/operations';

/** What real servers of some levels support, according to their code and documentation. */
export interface ServerLevels {
  readonly levels: readonly number[];
  /** By `METHOD /path` with `{}` for variables: the levels that have it. */
  readonly routes: Readonly<Record<string, 'all' | readonly number[]>>;
  readonly documented_parameters: Readonly<
    Record<string, Readonly<Record<string, 'all' | readonly number[]>>>
  >;
}

/** Where the contract and the file differ for a reason. */
const known: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'The file has one route for ids and for addresses, which are told apart since 313.': [
      'updateUserByEmail: is at 262 280 319 372 380, not at 319 372 380',
      ...['full_name', 'profile_data', 'role'].map(
        (name) => `updateUserByEmail.${name}: is at 262 280 319 372 380, not at 319 372 380`,
      ),
    ],
    'The file itself, which goes as the one part of a form.': [
      'uploadFile.filename: is at 262 280 319 372 380, not at none',
      'uploadCustomEmoji.filename: is at 262 280 319 372 380, not at none',
    ],
    'A permission of that one release alone.': [
      'subscribe.can_create_topics_group: is at 372, not at none',
      'updateStream.can_create_topics_group: is at 372, not at none',
    ],
    'Of no effect for long before the oldest level.': [
      'updateStream.is_announcement_only: is at 262 280 319, not at none',
    ],
    'A setting for the developers of another client, which no page of ours has.': [
      'updateSettings.dense_mode: is at 262 280 319, not at none',
      'updateRealmUserSettingsDefaults.dense_mode: is at 262 280 319, not at none',
    ],
    'Taken since long, documented later.': [
      'new_user_input',
      'ping_only',
      'slim_presence',
      'status',
    ].map((name) => `updatePresence.${name}: is at 280 319 372 380, not at 262 280 319 372 380`),
    'Taken, undocumented.': [
      'sendMessage.widget_content: is at none, not at 262 280 319 372 380',
      'registerQueue.queue_lifespan_secs: is at none, not at 262 280 319 372 380',
    ],
  }).flatMap(([reason, differences]) => differences.map((one) => [one, reason] as const)),
);

/**
 * Compares the contract with real servers: each operation and each documented parameter must exist
 * at exactly the levels that its `since` and `until` say. Prints differences; returns 1 if there
 * are any.
 */
export async function compareLevels(file: string): Promise<number> {
  const serverLevels = JSON.parse(await readFile(file, 'utf8')) as ServerLevels;
  const all = Object.values<ApiOperation>(operations);
  const found = all.flatMap((operation) => [
    ...routeDifferences(serverLevels, operation),
    ...parameterDifferences(serverLevels, operation),
  ]);
  const differences = [
    ...found.filter((difference) => !known.has(difference)),
    ...[...known.keys()].filter((one) => !found.includes(one)).map((one) => `no longer so: ${one}`),
  ];
  console.log(differences.join('\n'));
  const counts = `${all.length} operations at the levels ${serverLevels.levels.join(', ')}`;
  console.log(`${counts}: ${differences.length} differences, ${known.size} known`);
  return differences.length > 0 ? 1 : 0;
}

/** For example `GET /users/{}`. */
function routeOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\+?\}/g, '{}')}`;
}

function routeDifferences(serverLevels: ServerLevels, operation: ApiOperation): string[] {
  const { id, method, path, olderPaths, since, knownFrom } = operation;
  const routes = [path, ...olderPaths].map((one) => routeOf(method, one));
  return routes.flatMap((route) => {
    const there = levelsOf(
      serverLevels,
      serverLevels.routes[route] ?? serverLevels.routes[withWebPrefix(route)],
    );
    // Some are served outside the routes; only the documentation has them.
    const documented = serverLevels.documented_parameters[route] ? serverLevels.levels : [];
    const real = there.length > 0 ? there : documented;
    const ours =
      knownFrom === 'inkwell' ? [] : serverLevels.levels.filter((level) => since <= level);
    const name = route === routes[0] ? id : `${id}, ${route}`;
    return sameLevels(ours, real) ? [] : [`${name}: is at ${list(real)}, not at ${list(ours)}`];
  });
}

/** Some are listed with the website's prefix. */
function withWebPrefix(route: string): string {
  return route.replace(' /', ' /json/');
}

function parameterDifferences(serverLevels: ServerLevels, operation: ApiOperation): string[] {
  const documented = serverLevels.documented_parameters[routeOf(operation.method, operation.path)];
  if (operation.knownFrom !== 'documentation' || !documented) return [];
  const names = new Set([...Object.keys(documented), ...Object.keys(operation.params)]);
  return [...names].flatMap((name) => {
    const parameter = operation.params[name];
    if (parameter?.encoding === 'path') return [];
    const real = levelsOf(serverLevels, documented[name]);
    const ours = serverLevels.levels.filter(
      (level) => operation.since <= level && parameter !== undefined && isKnown(parameter, level),
    );
    return sameLevels(ours, real)
      ? []
      : [`${operation.id}.${name}: is at ${list(real)}, not at ${list(ours)}`];
  });
}

function isKnown({ since, until = Infinity }: OperationParameter, level: number): boolean {
  return since <= level && level < until;
}

function levelsOf(
  serverLevels: ServerLevels,
  levels: 'all' | readonly number[] = [],
): readonly number[] {
  return levels === 'all'
    ? serverLevels.levels
    : serverLevels.levels.filter((level) => levels.includes(level));
}

function sameLevels(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((level, i) => level === b[i]);
}

function list(levels: readonly number[]): string {
  return levels.length > 0 ? levels.join(' ') : 'none';
}
