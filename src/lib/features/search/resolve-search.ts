import type { ApiError } from '../../api/errors';
import { foldCase } from '../../api/fold-case';
import type { NarrowOperand, NarrowTerm } from '../../api/narrow';
import type { SearchTerm } from './query-grammar';
import { findChannelId, findPeopleIds, findPersonId, type SearchCatalog } from './search-catalog';

/** Why a term can't be sent. `about`: the part of it that is wrong. */
export interface TermProblem {
  readonly kind:
    'channel' | 'person' | 'several' | 'value' | 'id' | 'level' | 'together' | 'long' | 'refused';
  readonly about: string;
}

/** The narrow for the server. It isn't sent while there are problems. */
export interface ResolvedSearch {
  readonly narrow: readonly NarrowTerm[];
  readonly problems: ReadonlyMap<SearchTerm, TermProblem>;
}

/** Values of each operator, with the first feature level that supports them. */
export const operatorValues: Readonly<
  Record<'is' | 'has' | 'in' | 'channels', Readonly<Record<string, number>>>
> = {
  is: {
    ...{ unread: 0, mentioned: 0, starred: 0, dm: 0, alerted: 0, resolved: 0 },
    ...{ followed: 265, muted: 366 },
  },
  has: { link: 0, image: 0, attachment: 0, reaction: 249 },
  in: { home: 0, all: 0 },
  channels: { public: 0, 'web-public': 0 },
};

/** https://zulip.com/api/changelog */
export const minLevelForWith = 271;

type ReadOperand = { readonly operand: NarrowOperand } | TermProblem;

/** Resolves names to ids and reports a problem for each term the server wouldn't understand. */
export function resolveSearch(terms: readonly SearchTerm[], known: SearchCatalog): ResolvedSearch {
  const narrow: NarrowTerm[] = [];
  const problems = new Map<SearchTerm, TermProblem>();
  const place = terms.find((one) => !one.negated && isOfChannels(one));
  for (const one of terms) {
    const read = readOperand(one, known);
    const { operator, negated } = one;
    if ('kind' in read) problems.set(one, read);
    else if (place && !negated && isDirect(one)) problems.set(one, { kind: 'together', about: '' });
    else narrow.push({ operator, operand: read.operand, ...(negated && { negated }) });
  }
  return { narrow, problems };
}

const isOfChannels = ({ operator }: SearchTerm) =>
  operator === 'channel' || operator === 'channels' || operator === 'topic';
const isDirect = ({ operator, operand }: SearchTerm) =>
  operator === 'dm' || operator === 'dm-including' || (operator === 'is' && operand === 'dm');

function readOperand(one: SearchTerm, known: SearchCatalog): ReadOperand {
  const { operator, operand } = one;
  switch (operator) {
    case 'channel':
      return readChannel(operand, known);
    case 'sender': {
      const found = findPersonId(operand, known);
      return typeof found === 'number' ? { operand: found } : unknownPerson(operand, found, known);
    }
    case 'dm':
    case 'dm-including':
      return readPeople(operand, known);
    case 'id':
    case 'near':
    case 'with':
      if (operator === 'with' && known.level < minLevelForWith)
        return { kind: 'level', about: 'with:' };
      if (!/^\d{1,15}$/.test(operand)) return { kind: 'id', about: operand };
      return { operand: Number(operand) };
    case 'is':
    case 'has':
    case 'in':
    case 'channels':
      return readValue(operator, operand, known);
    default:
      return { operand };
  }
}

function readChannel(operand: string, known: SearchCatalog): ReadOperand {
  const found = findChannelId(operand, known);
  if (typeof found === 'number') return { operand: found };
  return known.isWhole ? { kind: 'channel', about: operand } : { operand };
}

function readPeople(operand: string, known: SearchCatalog): ReadOperand {
  const people = findPeopleIds(operand, known);
  const wrong = people.find(({ found }) => typeof found !== 'number');
  if (people.length === 0) return { kind: 'person', about: operand };
  if (wrong) return unknownPerson(wrong.name, wrong.found, known);
  const ids = people.flatMap(({ found }) => (typeof found === 'number' ? found : []));
  const others = [...new Set(ids)].filter((id) => id !== known.user_id);
  return { operand: others.length > 0 ? others : [...new Set(ids)] };
}

function unknownPerson(name: string, found: unknown, { isWhole }: SearchCatalog): ReadOperand {
  if (found === 'several') return { kind: 'several', about: name };
  return isWhole ? { kind: 'person', about: name } : { operand: name };
}

function readValue(
  operator: keyof typeof operatorValues,
  operand: string,
  { level }: SearchCatalog,
): ReadOperand {
  const known = operatorValues[operator];
  if (!Object.hasOwn(known, operand)) return { kind: 'value', about: operand };
  return (known[operand] ?? 0) > level
    ? { kind: 'level', about: `${operator}:${operand}` }
    : { operand };
}

/** Whether the server supports a value, for example `is:muted`. */
export function isValueSupported(operator: string, operand: string, level: number): boolean {
  const since = Object.hasOwn(operatorValues, operator)
    ? operatorValues[operator as keyof typeof operatorValues][operand]
    : undefined;
  return (since ?? 0) <= level;
}

/** A key that is equal for searches with the same results, whatever names they use. */
export function searchKey(terms: readonly SearchTerm[], known: SearchCatalog): string {
  const { narrow, problems } = resolveSearch(terms, known);
  const conditions = narrow.map(({ operator, operand, negated }) =>
    JSON.stringify([operator, operand, negated ?? false]),
  );
  return JSON.stringify([
    ...conditions.sort(),
    ...[...problems.keys()].map((one) => JSON.stringify(one)),
  ]);
}

/** Where the server refused a search: its reason, at the term it seems to be about. */
export function refusedProblems(
  { fields, serverMessage }: ApiError,
  terms: readonly SearchTerm[],
): ReadonlyMap<SearchTerm, TermProblem> {
  const reason = String(fields['desc'] ?? serverMessage);
  const one = findRefusedTerm(reason, terms) ?? terms.at(-1);
  return one ? new Map([[one, { kind: 'refused', about: reason }]]) : new Map();
}

/**
 * The term that an error about the whole narrow refers to, found by the server's message. Undefined
 * if unclear.
 */
export function findRefusedTerm(
  desc: string,
  terms: readonly SearchTerm[],
): SearchTerm | undefined {
  const said = foldCase(desc);
  const named = terms.find(({ operand }) => operand !== '' && said.includes(foldCase(operand)));
  const kinds = [
    [/channel|stream/, ['channel', 'channels']],
    [/user|person|sender|e-?mail/, ['sender', 'dm', 'dm-including']],
    [/message|'with'/, ['with', 'id', 'near']],
    [/search/, ['search']],
  ] as const;
  const kind = kinds.find(([sign]) => sign.test(said))?.[1];
  const ofKind = terms.filter(({ operator }) =>
    (kind as readonly string[] | undefined)?.includes(operator),
  );
  return named ?? (ofKind.length === 1 ? ofKind[0] : terms.length === 1 ? terms[0] : undefined);
}
