import { readFile } from 'node:fs/promises';
import type { ApiOperation } from '$lib/api/define-operation';
import { ApiError, ServerFault, type RequestFailure } from '$lib/api/errors';
import { parseEvent } from '$lib/api/event-types';
import { operations } from '$lib/api/operations';
import { realmPermissionSince } from '$lib/api/realm-permissions';
import { realmSettingsTable } from '$lib/api/realm-settings-table';
import { readReply } from '$lib/api/read-reply';
import { createRouter } from '$lib/api/operation-router';
import { settingsTable } from '$lib/api/settings-table';

/** Replies of a real server, each with its request. Long lists, maps and texts are truncated. */
export interface Recorded {
  readonly level: number;
  readonly replies: readonly Reply[];
}

export interface Reply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly role: readonly string[];
  readonly note?: string;
  readonly form?: Readonly<Record<string, string>>;
  /** Absent if the server sent no body or no JSON. */
  readonly body?: unknown;
}

const route = createRouter<ApiOperation>(
  Object.values<ApiOperation>(operations).filter(({ knownFrom }) => knownFrom !== 'inkwell'),
);

/**
 * Parses every recorded reply as a page does: a success must match the operation's schema, an error
 * must have a known code, and the client must read every event. Prints what doesn't; returns 1 if
 * there is any.
 */
export async function readRecorded(file: string): Promise<number> {
  const { level, replies } = JSON.parse(await readFile(file, 'utf8')) as Recorded;
  const counts = { successes: 0, refusals: 0, events: 0, 'not of ours': 0 };
  const unread = new Set<string>();
  const problems = replies.flatMap((reply) => {
    const { path, status, body, form } = reply;
    const method = form?.['method'] ?? reply.method;
    const below = path.split('?')[0]?.replace(/^\/(?:api\/v1|json)/, '') ?? '';
    const match = route(method, below);
    if (match.kind !== 'found' || body === undefined || match.operation.since > level) {
      counts['not of ours'] += 1;
      return [];
    }
    const { id } = match.operation;
    const whole = uncut(body) as { readonly events?: readonly Event[] };
    const found: string[] = [];
    try {
      readReply(match.operation, status, JSON.stringify(whole));
      counts.successes += 1;
    } catch (failure) {
      counts.refusals += 1;
      const isDocumented =
        failure instanceof ApiError || (status >= 500 && failure instanceof ServerFault);
      if (!isDocumented) found.push((failure as RequestFailure).message);
    }
    for (const event of id === 'getEvents' ? (whole.events ?? []) : []) {
      counts.events += 1;
      const parsed = parseEvent(event);
      if (parsed.kind !== 'unknown') continue;
      if (parsed.problem === undefined) {
        unread.add(parsed.type);
        continue;
      }
      found.push(`event ${event.type}/${String(event['op'])}: ${parsed.problem}`);
    }
    const place = `${method} ${path} (${[reply.role[0], reply.note].filter(Boolean).join(', ')})`;
    return found.map((problem) => `${place}: ${problem}`);
  });
  problems.push(...levelProblems(level, replies));
  console.log(problems.join('\n'));
  console.log(`events that no page reads: ${[...unread].join(', ')}`);
  console.log(`${JSON.stringify(counts)}: ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}

type ReplyValues = Readonly<Record<string, unknown>>;

/** What the largest register reply contains: of the organization, and of the user's settings. */
export function registeredValues(replies: readonly Reply[]): {
  readonly realm: ReplyValues;
  readonly user: ReplyValues;
} {
  const registerReplies = replies
    .filter(({ path, status }) => path.endsWith('/register') && status === 200)
    .map(({ body }) => body as ReplyValues)
    .toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  const [realm = {}] = registerReplies;
  return { realm, user: realm['user_settings'] as ReplyValues };
}

/** Checks that settings and permissions are returned by exactly the servers our tables say. */
function levelProblems(level: number, replies: readonly Reply[]): string[] {
  const { realm, user } = registeredValues(replies);
  const sinceOf = (entry: object): number => ('since' in entry ? Number(entry.since) : 0);
  return [
    ...Object.entries(realmSettingsTable).map(([name, entry]) => ({
      name: `realm_${name}`,
      values: realm,
      since: sinceOf(entry),
    })),
    ...Object.entries(realmPermissionSince).map(([name, since]) => ({
      name: `realm_${name}`,
      values: realm,
      since,
    })),
    ...Object.entries(settingsTable).map(([name, entry]) => ({
      name,
      values: user,
      since: sinceOf(entry),
    })),
  ]
    .filter(({ name, values, since }) => Object.hasOwn(values, name) !== since <= level)
    .map(
      ({ name, since }) =>
        `register: ${name} is ${since <= level ? 'not ' : ''}returned at ${level}`,
    );
}

type Event = Parameters<typeof parseEvent>[0];

/** Removes the marks of truncation: the last item of a list, two keys of a map. */
function uncut(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isCut(item)).map(uncut);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name]) => !isCut(value) || (name !== 'cut' && name !== 'of'),
  );
  return Object.fromEntries(entries.map(([name, item]) => [name, uncut(item)]));
}

function isCut(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'cut' in value && 'of' in value;
}
