import { foldCase } from '../../api/fold-case';
import type { Channel } from '../../api/channel';
import type { User } from '../../api/user';

/** Whom and what a search can name; `client/account` and its state fit. */
export interface Known {
  readonly user_id: number | undefined;
  readonly users: ReadonlyMap<number, User>;
  readonly channels: ReadonlyMap<number, Channel>;
  /** The server's feature level. */
  readonly level: number;
  /** The directory is here: what is not in it does not exist. */
  readonly isWhole: boolean;
}

/** What a name stands for; `several`: it is not clear which. */
export type Found = number | 'none' | 'several';

/** Ids by what they are called: as it is written, and in any case. */
interface Index {
  readonly exact: Map<string, number | 'several'>;
  readonly folded: Map<string, number | 'several'>;
}

/** For as long as the directory stays the same. */
const indexes = new WeakMap<object, Index>();

function indexOf<T>(
  directory: ReadonlyMap<number, T>,
  namesOf: (row: T) => readonly (string | null | undefined)[],
): Index {
  const made = indexes.get(directory);
  if (made) return made;
  const index: Index = { exact: new Map(), folded: new Map() };
  for (const [id, row] of directory) {
    for (const name of namesOf(row)) {
      if (!name) continue;
      note(index.exact, name, id);
      note(index.folded, foldCase(name), id);
    }
  }
  indexes.set(directory, index);
  return index;
}

function note(ids: Index['exact'], name: string, id: number): void {
  const before = ids.get(name);
  ids.set(name, before === undefined || before === id ? id : 'several');
}

/** The exact spelling goes first. */
const idOf = ({ exact, folded }: Index, name: string) =>
  exact.get(name) ?? folded.get(foldCase(name));

const byChannel = ({ channels }: Known) => indexOf(channels, ({ name }) => [name]);
const byPerson = ({ users }: Known) =>
  indexOf(users, ({ full_name, email, delivery_email }) => [full_name, email, delivery_email]);

/** `5` or `5-new-logo`, as addresses call a row. */
function slugId(operand: string): number | undefined {
  const [, id] = /^(\d{1,15})(?:-[^,]*)?$/.exec(operand) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** A name counts before an id: a channel can have a number for its name. */
export function channelFor(operand: string, known: Known): Found {
  const named = idOf(byChannel(known), operand.trim());
  if (named !== undefined) return named;
  const id = slugId(operand);
  return id !== undefined && (known.channels.has(id) || !known.isWhole) ? id : 'none';
}

export function personFor(operand: string, known: Known): Found {
  const name = operand.trim();
  if (name.toLowerCase() === 'me' && known.user_id !== undefined) return known.user_id;
  const named = idOf(byPerson(known), name);
  if (named !== undefined) return named;
  const id = slugId(operand);
  return id !== undefined && (known.users.has(id) || !known.isWhole) ? id : 'none';
}

/** One after the other, parted by commas; a name may have commas as well. */
export function peopleFor(
  operand: string,
  known: Known,
): readonly { readonly name: string; readonly found: Found }[] {
  const whole = personFor(operand, known);
  if (typeof whole === 'number') return [{ name: operand, found: whole }];
  return operand
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => ({ name, found: personFor(name, known) }));
}

/** How a search calls a channel: by its name, where that leads back to it. */
export function channelOperand(id: number, known: Known): string {
  const name = known.channels.get(id)?.name;
  return name !== undefined && channelFor(name, known) === id ? name : slugOf(id, name);
}

/** How a search calls a person: by name, or by id as well where others have that name. */
export function personOperand(id: number, known: Known): string {
  const name = known.users.get(id)?.full_name;
  const isPlain = name !== undefined && !name.includes(',');
  return isPlain && personFor(name, known) === id ? name : slugOf(id, name);
}

export const peopleOperand = (ids: readonly number[], known: Known) =>
  ids.map((id) => personOperand(id, known)).join(',');

/** As addresses call a row: the id, and what is said of it for people. */
export function slugOf(id: number, name: string | undefined): string {
  const words = (name ?? '')
    .split(/[\s,%/.()-]+/)
    .filter(Boolean)
    .join('-');
  return words === '' ? String(id) : `${id}-${words}`;
}
