import type { TrashEntry, DraftRecord, DraftTombstone } from './engine/draft-record';

/**
 * Checks that stored rows have the shape the engine expects: another build can have written them.
 */
type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;
const isId = (value: unknown) => value === null || typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const isListOf = (value: unknown, check: (each: unknown) => boolean) =>
  Array.isArray(value) && value.every(check);
const orNull = (value: unknown, check: (value: Values) => boolean) =>
  value === null || value === undefined || (isObject(value) && check(value));

function isBody(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, to, topic, content } = value;
  const isKind = type === '' || type === 'stream' || type === 'private';
  return isKind && isListOf(to, (id) => typeof id === 'number') && isText(topic) && isText(content);
}

export function isDraftRecord(value: unknown): value is DraftRecord {
  if (!isObject(value)) return false;
  const { local, body, editedAt, serverId, base, seen, echoes, doubt, ghosts } = value;
  return (
    isText(local) &&
    isBody(body) &&
    typeof editedAt === 'number' &&
    isId(serverId) &&
    orNull(base, (copy) => isBody(copy['body']) && typeof copy['timestamp'] === 'number') &&
    orNull(seen, isBody) &&
    isListOf(echoes, (push) => isObject(push) && isBody(push['body'])) &&
    orNull(doubt, (one) => isBody(one['body']) && typeof one['after'] === 'number') &&
    isListOf(ghosts, isText) &&
    orNull(value['conflict'], (one) => isText(one['other']) && isBody(one['base'])) &&
    orNull(value['refused'], (one) => isBody(one['body'])) &&
    orNull(value['sending'], (one) => isBody(one['body']) && isText(one['attempt']))
  );
}

export function isDraftTombstone(value: unknown): value is DraftTombstone {
  if (!isObject(value)) return false;
  const { key, local, serverId, ghosts, text } = value;
  return isText(key) && isText(local) && isId(serverId) && isListOf(ghosts, isText) && isText(text);
}

export function isTrashEntry(value: unknown): value is TrashEntry {
  if (!isObject(value)) return false;
  const { id, local, body, reason, at } = value;
  return isText(id) && isText(local) && isBody(body) && isText(reason) && typeof at === 'number';
}
