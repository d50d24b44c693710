import recorded from './recorded.json' with { type: 'json' };

/** `247` has the routes of 262, the oldest known ones. */
const strictLevels = [247, 319, 372] as const;
export type StrictLevel = (typeof strictLevels)[number];

interface Route {
  readonly method: string;
  readonly matches: RegExp;
  /** Routes without variables are matched before those with some. */
  readonly variables: number;
}

const routesOf: ReadonlyMap<StrictLevel, readonly Route[]> = new Map(
  strictLevels.map((level) => {
    const known = String(Math.max(level, 262));
    const routes = Object.entries<readonly string[]>(recorded.routes)
      .filter(([levels]) => levels === 'any' || levels.split(' ').includes(known))
      .flatMap(([, lines]) => lines.map(readRoute))
      .toSorted((a, b) => a.variables - b.variables);
    return [level, routes];
  }),
);

function readRoute(line: string): Route {
  const [method = '', path = ''] = line.split(' ');
  const parts = path.split('{}');
  // The name of an uploaded file is a path.
  const pattern = parts.join('[^/]+').replace(/^(\/user_uploads\/.*)\[\^\/\]\+$/, '$1.+');
  return { method, matches: new RegExp(`^${pattern}$`), variables: parts.length };
}

/** The methods a server of this level accepts for a path; empty if it doesn't have the path. */
export function methodsAt(level: StrictLevel, path: string): readonly string[] {
  const fitting = (routesOf.get(level) ?? []).filter(({ matches }) => matches.test(path));
  const best = fitting[0]?.variables;
  return fitting.filter(({ variables }) => variables === best).map(({ method }) => method);
}

/** Keys of the register reply at level 372. */
export const registerKeys: ReadonlySet<string> = new Set(recorded.register);
