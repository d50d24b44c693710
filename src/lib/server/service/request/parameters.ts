import type { ApiOperation, OperationParameter, ParsedOf } from '$lib/api/define-operation';
import type { PathValues } from '$lib/api/operation-router';
import * as v from 'valibot';
import { badRequest, ServiceFailure } from '../failure';
import type { RequestFields } from './fields';

/**
 * Parses JSON and tells integers from numbers written as fractions: `5.0` is not an integer in this
 * API, but JavaScript loses that distinction. Such a number becomes the nearest non-integer, which
 * integer schemas reject and number schemas don't notice. Above 2^53 it stays the same, because no
 * integer schema accepts it. A lone surrogate, which can only come from an escape, becomes U+FFFD,
 * as it does in a form, because PostgreSQL can't store it. Throws SyntaxError, and RangeError for
 * JSON that is deeper or has more values than any parameter, even if it fits the size limit,
 * because reading it would block the process.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(markFractions(text));
  return surrogate.test(text) ? wellFormed(value) : value;
}

const surrogate = /\\u[dD][89a-fA-F]/;

/** The same value with well-formed texts, including field names. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]),
  );
}

const signs = /[-+.\deE]+/y;
const fraction = /^-?(?:0|[1-9]\d*)(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Scans JSON; invalid JSON stays invalid. A single regular expression would run out of stack on
 * long texts.
 */
function markFractions(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let entries = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === minus || (code >= zero && code <= nine)) {
      signs.lastIndex = at;
      const word = signs.exec(text)![0];
      if (fraction.test(word) && Number.isSafeInteger(Number(word))) {
        parts.push(text.slice(copied, at), String(neighbour(Number(word))));
        copied = at + word.length;
      }
      at += word.length - 1;
    } else if (code === openBracket || code === openBrace) {
      if (++depth > maxDepth) throw new RangeError(`nests deeper than ${maxDepth} levels`);
    } else if (code === comma || code === colon) {
      if (++entries > maxEntries) throw new RangeError(`holds more than ${maxEntries} values`);
    } else if (code === closeBracket || code === closeBrace) {
      depth--;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}

const [quote, backslash, minus, zero, nine] = [0x22, 0x5c, 0x2d, 0x30, 0x39];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [comma, colon] = [0x2c, 0x3a];
/** Deeper or longer JSON than any parameter can only be meant to keep the parser busy. */
const maxDepth = 100;
/** A thousand drafts to a dozen people each have about 25,000. */
const maxEntries = 50_000;

/** Index of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

function neighbour(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  view.setBigInt64(0, view.getBigInt64(0) + 1n);
  return view.getFloat64(0);
}

/** Accepted in every request, so never reported as ignored. */
const readAlways = new Set(['client', 'method']);

/**
 * The operation's parameters, strictly typed. Throws the first problem: REQUEST_VARIABLE_MISSING,
 * REQUEST_CONFUSING_VAR, or BAD_REQUEST with the parameter and the place inside it.
 */
export function parseParameters<O extends ApiOperation>(
  operation: O,
  path: PathValues,
  fields: RequestFields,
): ParsedOf<O> {
  const out: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(operation.params)) {
    if (isGone(parameter)) continue;
    if (parameter.encoding === 'path') {
      out[name] = check(name, parameter, path[name]);
      continue;
    }
    const given = [name, ...parameter.aliases].filter((each) => fields.names.has(each));
    if (given.length > 1) {
      throw new ServiceFailure(
        'REQUEST_CONFUSING_VAR',
        `Can't decide between '${given[0]}' and '${given[1]}' arguments`,
        400,
        { var_name1: given[0], var_name2: given[1] },
      );
    }
    const raw = given[0] === undefined ? undefined : fields.get(given[0]);
    if (raw === undefined) {
      if (parameter.optional) continue;
      throw new ServiceFailure('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, 400, {
        var_name: name,
      });
    }
    const value = decode(name, parameter, raw);
    const isAbsent =
      value === null && parameter.optional && !v.safeParse(parameter.schema, null).success;
    if (!isAbsent) out[name] = check(name, parameter, value);
  }
  return out as ParsedOf<O>;
}

/** Only older servers than this one support it. */
const isGone = ({ until }: OperationParameter) => until !== undefined;

/** Names that were given but that the operation doesn't have, sorted. */
export function findIgnoredParameters(operation: ApiOperation, fields: RequestFields): string[] {
  const known = new Set(readAlways);
  for (const [name, parameter] of Object.entries(operation.params)) {
    if (parameter.encoding === 'path' || isGone(parameter)) continue;
    for (const each of [name, ...parameter.aliases]) known.add(each);
  }
  return [...fields.names].filter((name) => !known.has(name)).sort();
}

function decode(name: string, parameter: OperationParameter, raw: string): unknown {
  if (parameter.encoding === 'text') return raw;
  try {
    return parseJson(raw);
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(`${name} ${error.message}`);
    if (parameter.encoding === 'either') return raw;
    throw badRequest(`${name} is not valid JSON`);
  }
}

function check(name: string, parameter: OperationParameter, value: unknown): unknown {
  const parsed = v.safeParse(parameter.schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw badRequest(describe(name, parsed.issues[0]));
}

function describe(name: string, issue: v.BaseIssue<unknown>): string {
  const deepest = innermost(issue);
  const path = [...(issue.path ?? []), ...(deepest === issue ? [] : (deepest.path ?? []))];
  const place = path.reduce(
    (text, { key }) => text + (typeof key === 'number' ? `[${key}]` : `[${JSON.stringify(key)}]`),
    name,
  );
  if (deepest.kind !== 'schema') return `${place} ${phrase(deepest.message)}`;
  if (deepest.expected === 'never') return `${place} is unexpected`;
  if (deepest.received === 'undefined') return `${place} is missing`;
  return `${place} is not ${nameOf(deepest)}`;
}

/** If all options of a union failed, the option that matched the value furthest. */
function innermost(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  const deeper = (issue.issues ?? []).filter(({ path }) => path && path.length > 0);
  return deeper[0] ? innermost(deeper[0]) : issue;
}

function nameOf(issue: v.BaseIssue<unknown>): string {
  switch (issue.type) {
    case 'string':
      return 'a string';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'a boolean';
    case 'array':
    case 'tuple':
    case 'instance':
      return 'a list';
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'record':
      return 'an object';
    case 'picklist':
    case 'literal':
      return `one of ${issue.expected ?? 'the allowed values'}`;
    default:
      return 'valid';
  }
}

/** The library's messages start with "Invalid …". Our own already read as "x must …". */
function phrase(message: string): string {
  return /^Invalid (safe )?integer/.test(message)
    ? 'is not an integer'
    : message.replace(/^Invalid .*?: /, 'is not valid: ');
}
