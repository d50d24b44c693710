import { foldCase } from '../../api/fold-case';
import type { Channel } from '../../api/channel';
import type { User } from '../../api/user';

/** Whom and what a search can name; `client/account/account` and its state fit. */
export interface SearchCatalog {
  readonly user_id: number | undefined;
  readonly users: ReadonlyMap<number, User>;
  readonly channels: ReadonlyMap<number, Channel>;
  /** The server's feature level. */
  readonly level: number;
  /** The directory is here: what is not in it does not exist. */
  readonly isWhole: boolean;
}

/** What a name stands for; `several`: it is not clear which. */
export type NameMatch = number | 'none' | 'several';

/** Ids by what they are called: as it is written, and in any case. */
interface NameIndex {
  readonly exact: Map<string, number | 'several'>;
  readonly folded: Map<string, number | 'several'>;
}

/** For as long as the directory stays the same. */
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

/** The exact spelling goes first. */
const idOf = ({ exact, folded }: NameIndex, name: string) =>
  exact.get(name) ?? folded.get(foldCase(name));

const byChannel = ({ channels }: SearchCatalog) => indexOf(channels, ({ name }) => [name]);
const byPerson = ({ users }: SearchCatalog) =>
  indexOf(users, ({ full_name, email, delivery_email }) => [full_name, email, delivery_email]);

/** `5` or `5-new-logo`, as addresses call a row. */
function slugId(operand: string): number | undefined {
  const [, id] = /^(\d{1,15})(?:-[^,]*)?$/.exec(operand) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** A name counts before an id: a channel can have a number for its name. */
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

/** One after the other, parted by commas; a name may have commas as well. */
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

/** How a search calls a channel: by its name, where that leads back to it. */
export function channelOperand(id: number, known: SearchCatalog): string {
  const name = known.channels.get(id)?.name;
  return name !== undefined && findChannelId(name, known) === id ? name : slugOf(id, name);
}

/** How a search calls a person: by name, or by id as well where others have that name. */
export function personOperand(id: number, known: SearchCatalog): string {
  const name = known.users.get(id)?.full_name;
  const isPlain = name !== undefined && !name.includes(',');
  return isPlain && findPersonId(name, known) === id ? name : slugOf(id, name);
}

export const peopleOperand = (ids: readonly number[], known: SearchCatalog) =>
  ids.map((id) => personOperand(id, known)).join(',');

/** As addresses call a row: the id, and what is said of it for people. */
export function slugOf(id: number, name: string | undefined): string {
  const words = (name ?? '')
    .split(/[\s,%/.()-]+/)
    .filter(Boolean)
    .join('-');
  return words === '' ? String(id) : `${id}-${words}`;
}
