import { foldCase } from '../../api/fold-case';
import type { Channel } from '../../api/channel';
import type { User } from '../../api/user';

/**
 * The people and channels a search can name. Compatible with `client/account/account` and its
 * state.
 */
export interface SearchCatalog {
  readonly user_id: number | undefined;
  readonly users: ReadonlyMap<number, User>;
  readonly channels: ReadonlyMap<number, Channel>;
  /** The server's feature level. */
  readonly level: number;
  /** The directory has loaded: a name not in it doesn't exist. */
  readonly isWhole: boolean;
}

/** The id a name refers to; `several` if it is ambiguous. */
export type NameMatch = number | 'none' | 'several';

/** Ids by name, with exact spelling and case-folded. */
interface NameIndex {
  readonly exact: Map<string, number | 'several'>;
  readonly folded: Map<string, number | 'several'>;
}

/** Kept as long as the directory stays the same. */
const indexes = new WeakMap<object, NameIndex>();

function indexOf<T>(
  directory: ReadonlyMap<number, T>,
  namesOf: (row: T) => readonly (string | null | undefined)[],
): NameIndex {
  const made = indexes.get(directory);
  if (made) return made;
  const index: NameIndex = { exact: new Map(), folded: new Map() };
  for (const [id, row] of directory) {
    for (const name of namesOf(row)) {
      if (!name) continue;
      addToIndex(index.exact, name, id);
      addToIndex(index.folded, foldCase(name), id);
    }
  }
  indexes.set(directory, index);
  return index;
}

function addToIndex(ids: NameIndex['exact'], name: string, id: number): void {
  const before = ids.get(name);
  ids.set(name, before === undefined || before === id ? id : 'several');
}

/** The exact spelling takes precedence. */
const idOf = ({ exact, folded }: NameIndex, name: string) =>
  exact.get(name) ?? folded.get(foldCase(name));

const byChannel = ({ channels }: SearchCatalog) => indexOf(channels, ({ name }) => [name]);
const byPerson = ({ users }: SearchCatalog) =>
  indexOf(users, ({ full_name, email, delivery_email }) => [full_name, email, delivery_email]);

/** The id in `5` or `5-new-logo`, the form URLs use. */
function slugId(operand: string): number | undefined {
  const [, id] = /^(\d{1,15})(?:-[^,]*)?$/.exec(operand) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** A name takes precedence over an id, because a channel's name can be a number. */
export function findChannelId(operand: string, known: SearchCatalog): NameMatch {
  const named = idOf(byChannel(known), operand.trim());
  if (named !== undefined) return named;
  const id = slugId(operand);
  return id !== undefined && (known.channels.has(id) || !known.isWhole) ? id : 'none';
}

export function findPersonId(operand: string, known: SearchCatalog): NameMatch {
  const name = operand.trim();
  if (name.toLowerCase() === 'me' && known.user_id !== undefined) return known.user_id;
  const named = idOf(byPerson(known), name);
  if (named !== undefined) return named;
  const id = slugId(operand);
  return id !== undefined && (known.users.has(id) || !known.isWhole) ? id : 'none';
}

/** Separated by commas. A name can contain commas too. */
export function findPeopleIds(
  operand: string,
  known: SearchCatalog,
): readonly { readonly name: string; readonly found: NameMatch }[] {
  const whole = findPersonId(operand, known);
  if (typeof whole === 'number') return [{ name: operand, found: whole }];
  return operand
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => ({ name, found: findPersonId(name, known) }));
}

/** The operand for a channel: its name if that is unambiguous. */
export function channelOperand(id: number, known: SearchCatalog): string {
  const name = known.channels.get(id)?.name;
  return name !== undefined && findChannelId(name, known) === id ? name : slugOf(id, name);
}

/** The operand for a person: the name, plus the id if others have the same name. */
export function personOperand(id: number, known: SearchCatalog): string {
  const name = known.users.get(id)?.full_name;
  const isPlain = name !== undefined && !name.includes(',');
  return isPlain && findPersonId(name, known) === id ? name : slugOf(id, name);
}

export const peopleOperand = (ids: readonly number[], known: SearchCatalog) =>
  ids.map((id) => personOperand(id, known)).join(',');

/** The form URLs use: the id, followed by readable words. */
export function slugOf(id: number, name: string | undefined): string {
  const words = (name ?? '')
    .split(/[\s,%/.()-]+/)
    .filter(Boolean)
    .join('-');
  return words === '' ? String(id) : `${id}-${words}`;
}
