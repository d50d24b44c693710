import { readFile, writeFile } from 'node:fs/promises';
import type * as v from 'valibot';
import type { ParameterEncoding, ApiOperation } from '$lib/api/define-operation';
import { eventVariants } from '$lib/api/event-types';
import { minFeatureLevel } from '$lib/api/feature-level';
import { operations } from '$lib/api/operations';
import { realmPermissionSince } from '$lib/api/realm-permissions';
import { realmSettingsTable } from '$lib/api/realm-settings-table';
import { settingsTable } from '$lib/api/settings-table';
import { documentedProperties, readDocument } from './document';
import type { Documented, DocumentedType, OpenApi, Schema } from './document';
import { printShapes, readShapes } from './shapes';

/** Where Inkwell intentionally goes beyond the documentation. */
const known: ReadonlySet<string> = new Set([
  // The handler reports its absence, with the code that clients know.
  'getEvents: parameter queue_id is required',
  // Servers accept it; tests use it to let a queue expire.
  'registerQueue: parameter queue_lifespan_secs is not documented',
  // Servers accept it; bots use it to start a poll or offer buttons.
  'sendMessage: parameter widget_content is not documented',
  // Servers below level 333 accept it instead of `can_send_message_group`.
  'subscribe: parameter stream_post_policy is not documented',
  'updateStream: parameter stream_post_policy is not documented',
  // Returned only by newer servers, read if present.
  'registerQueue: result.role is not documented',
  // Sent next to the message; the app stores it with the message.
  'message: event.message.flags is not documented',
  // Mentioned in the text of POST /messages, `local_id`.
  'message: event.local_message_id is not documented',
  // The documentation repeats the keys of scheduled messages there; reminders actually look as in
  // `get-reminders`.
  'registerQueue: result.reminders.reminder_id is not documented',
  'registerQueue: result.reminders.reminder_target_message_id is not documented',
]);

const shapesFile = new URL('./shapes.json', import.meta.url);

/**
 * Compares every operation and event with the documented ones, and the shapes that tests check the
 * service against with the document they were generated from. Prints differences; returns 1 if
 * there are any.
 */
export async function compare(file: string): Promise<number> {
  const api = JSON.parse(await readFile(file, 'utf8')) as OpenApi;
  const documented = readDocument(api);
  const shared = Object.values<ApiOperation>(operations).filter(
    (each) => each.knownFrom === 'documentation',
  );
  const ofOperations = shared.flatMap((operation) => {
    const found = documented.get(operation.id);
    const problems = found ? differencesOf(api, operation, found) : ['is not documented'];
    return problems.map((difference) => `${operation.id}: ${difference}`);
  });
  const differences = [
    ...ofOperations,
    ...eventDifferences(api),
    ...settingDifferences(api, documented.get('registerQueue')?.result),
  ].filter((difference) => !known.has(difference));
  if (printShapes(readShapes(api)) !== (await readFile(shapesFile, 'utf8'))) {
    differences.push('shapes.json is of another document: run with --write');
  }
  console.log(differences.join('\n'));
  const counts = `${shared.length} operations, ${Object.keys(eventVariants).length} events`;
  console.log(`${counts}, ${differences.length} differences`);
  return differences.length > 0 ? 1 : 0;
}

/** Writes the documented shapes to the file that tests use. */
export async function writeShapes(file: string): Promise<number> {
  const api = JSON.parse(await readFile(file, 'utf8')) as OpenApi;
  await writeFile(shapesFile, printShapes(readShapes(api)));
  return 0;
}

function eventDifferences(api: OpenApi): string[] {
  const documented = new Map<string, Schema>();
  for (const { schema, type, op } of api['x-events']) {
    const found = api.components['schemas']?.[schema] as Schema;
    for (const name of type) {
      for (const kind of op ? op.map((one) => `${name}/${one}`) : [name]) {
        documented.set(kind, found);
      }
    }
  }
  return Object.entries(eventVariants).flatMap(([kind, variant]) => {
    const found = documented.get(kind);
    if (!found) return [`event ${kind} is not documented`];
    const problems: string[] = [];
    compareObject(api, variant, documentedProperties(api, found), 'event', problems);
    return problems.map((difference) => `${kind}: ${difference}`);
  });
}

/** Settings and permissions have the level from which the register reply includes them. */
function settingDifferences(api: OpenApi, registered: Schema | undefined): string[] {
  const realm = documentedProperties(api, registered);
  const user = documentedProperties(api, realm.get('user_settings')?.schema);
  const ofRealm = { ...realmSettingsTable, ...asEntries(realmPermissionSince) };
  return [
    ...Object.entries(ofRealm).map(([name, entry]) => [realm, `realm_${name}`, entry] as const),
    ...Object.entries(settingsTable).map(([name, entry]) => [user, name, entry] as const),
  ].flatMap(([documented, name, entry]) => {
    const described = documented.get(name);
    if (!described) return [`registerQueue: ${name} is not documented`];
    const since = ('since' in entry ? entry.since : undefined) ?? 0;
    const other = otherLevel(since, described.schema['x-since'] ?? 0);
    return other === null ? [] : [`registerQueue: ${name} came with ${other}, not ${since}`];
  });
}

const asEntries = (levels: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(levels).map(([name, since]) => [name, { since }]));

/** The documented level, or null if ours is the same. Levels up to `oldest` count as equal. */
function otherLevel(since: number, documented: number, oldest = minFeatureLevel): number | null {
  return Math.max(since, oldest) === Math.max(documented, oldest) ? null : documented;
}

function differencesOf(api: OpenApi, operation: ApiOperation, documented: Documented): string[] {
  const problems: string[] = [];
  if (operation.method !== documented.method) problems.push(`method is ${documented.method}`);
  const path = operation.path.replaceAll('+}', '}');
  if (path !== documented.path) problems.push(`path is ${documented.path}`);
  for (const [name, parameter] of Object.entries(operation.params)) {
    const described = documented.params.get(name);
    if (!described) problems.push(`parameter ${name} is not documented`);
    else if (!travelsAlike(parameter.encoding, described.encoding)) {
      problems.push(`parameter ${name} travels as ${described.encoding}`);
    } else if (described.required && parameter.optional) {
      problems.push(`parameter ${name} is required`);
    }
    if (described?.since === undefined) continue;
    const oldest = Math.max(minFeatureLevel, operation.since);
    const other = otherLevel(parameter.since, described.since, oldest);
    if (other !== null)
      problems.push(`parameter ${name} came with ${other}, not ${parameter.since}`);
  }
  for (const [name, { required }] of documented.params) {
    if (required && !(name in operation.params)) problems.push(`parameter ${name} is missing`);
  }
  const properties = documentedProperties(api, documented.result);
  compareObject(api, operation.result, properties, 'result', problems);
  return problems;
}

/** Every field we read must be documented, with a type the documented one allows. */
function compareObject(
  api: OpenApi,
  schema: v.GenericSchema,
  properties: ReadonlyMap<string, DocumentedType>,
  place: string,
  problems: string[],
): void {
  for (const [name, entry] of Object.entries(entriesOf(schema))) {
    const described = properties.get(name);
    const here = `${place}.${name}`;
    if (!described) {
      problems.push(`${here} is not documented`);
      continue;
    }
    const inner = unwrap(entry);
    const kinds = described.kinds;
    const kind = kindOf(inner);
    if (kind && kinds.size > 0 && !kinds.has(kind)) {
      problems.push(`${here} is ${[...kinds].join(' or ')}, not ${kind}`);
    }
    const [own, theirs] =
      kind === 'array' ? [itemOf(inner), described.items] : [inner, described.schema];
    if (own && theirs) {
      const deeper = documentedProperties(api, theirs);
      if (deeper.size > 0) compareObject(api, own, deeper, here, problems);
    }
  }
}

/** A parameter that is text or JSON matches both. */
function travelsAlike(ours: ParameterEncoding, theirs: string): boolean {
  return ours === theirs || (ours === 'either' && theirs !== 'path');
}

type Inspected = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly wrapped?: v.GenericSchema;
  readonly pipe?: readonly v.GenericSchema[];
  readonly item?: v.GenericSchema;
};

function unwrap(schema: v.GenericSchema): Inspected {
  const inspected = schema as Inspected;
  const inner = inspected.wrapped ?? inspected.pipe?.[0];
  return inner && inner !== schema ? unwrap(inner) : inspected;
}

function entriesOf(schema: v.GenericSchema) {
  return unwrap(schema).entries ?? {};
}

function itemOf(schema: v.GenericSchema): v.GenericSchema | undefined {
  return unwrap(schema).item;
}

/** The JSON type; undefined if there can be several. */
function kindOf({ type }: v.GenericSchema): string | undefined {
  const kinds: Readonly<Record<string, string>> = {
    number: 'number',
    string: 'string',
    boolean: 'boolean',
    array: 'array',
    object: 'object',
    strict_object: 'object',
    loose_object: 'object',
    record: 'object',
  };
  return kinds[type];
}
