import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parseEvent } from '../../src/lib/api/event-types';
import { operations } from '../../src/lib/api/operations';
import type { AnyOperation } from '../../src/lib/api/operations';
import { createRouter } from '../../src/lib/api/operation-router';
import { allowedErrorFields } from './error-fields';
import { follow } from './shapes';
import type { ObjectShape, Shape, Shapes } from './shapes';

const file = new URL('./shapes.json', import.meta.url);
const shapes = JSON.parse(readFileSync(file, 'utf8')) as Shapes;
const route = createRouter<AnyOperation>(Object.values(operations));

/** Where we intentionally send what the documentation doesn't mention, and why. */
const known: ReadonlySet<string> = new Set([
  // Returned by newer servers; the app reads it if present.
  'registerQueue.role: is not documented',
  // The documentation repeats the keys of scheduled messages there; reminders actually look as in
  // `get-reminders`.
  'registerQueue.reminders[].scheduled_message_id: is missing',
  'registerQueue.reminders[].reminder_id: is not documented',
  'registerQueue.reminders[].reminder_target_message_id: is not documented',
  // Mentioned in the text of POST /messages, `local_id`.
  'getEvents: event message.local_message_id: is not documented',
]);

/** Events made up by tests that are only about queues. */
const madeUp: ReadonlySet<string> = new Set(['note']);

/**
 * Checks a reply of the embedded service against the documented shape: no other key, no other type,
 * no value outside its list, and nothing missing that our client needs. Our schemas accept what
 * newer servers add; strict clients don't. Throws an error that lists every difference.
 *
 * `method` and `path` as sent, with the path below `/api/v1` or `/json`. Unknown paths are not
 * checked. `partial`: the reply is from a server older than the document, which lacks some keys.
 */
export function checkReply(
  method: string,
  path: string,
  status: number,
  body: unknown,
  whole: 'whole' | 'partial' = 'whole',
): void {
  const found = route(method, path);
  if (found.kind !== 'found') return;
  const { operation } = found;
  const reported = status === 200 ? successProblems(operation, body) : errorProblems(body);
  const problems = reported
    .map((problem) => `${operation.id}${problem}`)
    .filter((problem) => !known.has(problem.replace(/\[\d+\]/g, '[]')))
    .filter((problem) => whole === 'whole' || !problem.endsWith(': is missing'));
  if (problems.length > 0) {
    throw new Error(`The reply is not as documented:\n${[...new Set(problems)].join('\n')}`);
  }
}

function successProblems(operation: AnyOperation, body: unknown): string[] {
  const read = v.safeParse(operation.result, body);
  const needed = read.issues?.map((issue) => `.${v.getDotPath(issue)}: ${issue.message}`) ?? [];
  // Without documentation, only our own schema applies.
  if (operation.knownFrom !== 'documentation') return needed;
  const shape = shapes.operations[operation.id];
  if (shape === undefined) return [': is not documented'];
  const events =
    operation.id === 'getEvents'
      ? (body as { events: RawEvent[] }).events.flatMap(eventProblems)
      : [];
  return [...problemsOf(body, shape, ''), ...needed, ...events];
}

type RawEvent = Parameters<typeof parseEvent>[0];

function eventProblems(event: RawEvent): string[] {
  if (madeUp.has(event.type)) return [];
  const plain = shapes.events[event.type];
  const kind = plain === undefined ? `${event.type}/${String(event['op'])}` : event.type;
  const shape = plain ?? shapes.events[kind];
  if (shape === undefined) return [`: event ${kind} is not documented`];
  const parsed = parseEvent(event);
  const misread =
    parsed.kind === 'unknown' && parsed.problem !== undefined
      ? [`: event ${kind}.${parsed.problem} is not what our client reads`]
      : [];
  return [...problemsOf(event, shape, `: event ${kind}`), ...misread];
}

function errorProblems(body: unknown): string[] {
  const { result, msg, code, ...extra } = body as Record<string, unknown>;
  if (result !== 'error' || typeof msg !== 'string') return [': is no error envelope'];
  // Internal errors have no code.
  if (code === undefined) return [];
  const allowed = allowedErrorFields[String(code)];
  if (!allowed) return [`: error code ${String(code)} is not documented`];
  return Object.keys(extra)
    .filter((name) => !allowed.includes(name))
    .map((name) => `: error ${String(code)}.${name} is not documented`);
}

/** Differences between value and shape, each as `place: what`. */
function problemsOf(value: unknown, given: Shape, place: string): string[] {
  const shape = follow(given, shapes.shared);
  if (typeof shape === 'string') {
    return isKind(value, shape) ? [] : [`${place}: is ${kindOf(value)}, not ${shape}`];
  }
  if ('nullable' in shape) return value === null ? [] : problemsOf(value, shape.nullable, place);
  if ('enum' in shape) {
    return shape.enum.includes(value) ? [] : [`${place}: ${JSON.stringify(value)} is not listed`];
  }
  if ('oneOf' in shape) {
    const tries = shape.oneOf.map((one) => problemsOf(value, one, place));
    return tries.reduce((best, next) => (next.length < best.length ? next : best));
  }
  if ('array' in shape) {
    if (!Array.isArray(value)) return [`${place}: is ${kindOf(value)}, not array`];
    return value.flatMap((item, i) => problemsOf(item, shape.array, `${place}[${i}]`));
  }
  if (kindOf(value) !== 'object') return [`${place}: is ${kindOf(value)}, not object`];
  const entries = Object.entries(value as object);
  if ('record' in shape) {
    return entries.flatMap(([name, item]) => problemsOf(item, shape.record, `${place}.${name}`));
  }
  return objectProblems(entries, shape, place);
}

function objectProblems(
  entries: readonly [string, unknown][],
  { object, required = [], open }: ObjectShape,
  place: string,
): string[] {
  const there = new Set(entries.map(([name]) => name));
  const missing = required
    .filter((name) => !there.has(name))
    .map((name) => `${place}.${name}: is missing`);
  const reported = entries.flatMap(([name, item]) => {
    const shape = Object.hasOwn(object, name) ? object[name] : undefined;
    if (shape !== undefined) return problemsOf(item, shape, `${place}.${name}`);
    return open ? [] : [`${place}.${name}: is not documented`];
  });
  return [...missing, ...reported];
}

function isKind(value: unknown, kind: string): boolean {
  if (kind === 'any') return true;
  if (kind === 'integer') return Number.isInteger(value);
  return kindOf(value) === kind;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
