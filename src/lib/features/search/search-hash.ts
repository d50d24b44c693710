import { operatorFor, parseOperator } from '../../api/narrow';
import { decodeHashPart, encodeHashPart } from '../../client/navigation/narrow-link';
import {
  canonicalOperand,
  formatQuery,
  parseQuery,
  makeTerm,
  type SearchTerm,
} from './query-grammar';
import {
  findChannelId,
  channelOperand,
  findPeopleIds,
  peopleOperand,
  findPersonId,
  personOperand,
  slugOf,
  type SearchCatalog,
} from './search-catalog';

/**
 * Formats a search as a URL hash of the official app, without the `#`:
 * `narrow/channel/5-logo/has/link`. Contains ids, so that it survives renames.
 */
export function formatSearchHash(terms: readonly SearchTerm[], known: SearchCatalog): string {
  const parts = terms.flatMap((one) => {
    const operator = operatorFor(one.operator, known.level);
    return [`${one.negated ? '-' : ''}${operator}`, encodedSlug(slugFor(one, known))];
  });
  return ['narrow', ...parts].join('/');
}

/** Commas between ids stay unencoded. */
const encodedSlug = (slug: string) => encodeHashPart(slug).replaceAll('.2C', ',');

function slugFor({ operator, operand }: SearchTerm, known: SearchCatalog): string {
  if (operator === 'channel') {
    const found = findChannelId(operand, known);
    return typeof found === 'number' ? slugOf(found, known.channels.get(found)?.name) : operand;
  }
  if (operator === 'sender') {
    const found = findPersonId(operand, known);
    return typeof found === 'number' ? slugOf(found, known.users.get(found)?.full_name) : operand;
  }
  if (operator !== 'dm' && operator !== 'dm-including') return operand;
  const ids = findPeopleIds(operand, known).map(({ found }) => found);
  const [first] = ids;
  if (!ids.every((id) => typeof id === 'number') || typeof first !== 'number') return operand;
  return ids.length > 1
    ? `${ids.join(',')}-group`
    : slugOf(first, known.users.get(first)?.full_name);
}

/** Parses such a hash; null if it isn't one. Unknown operators become words. */
export function parseSearchHash(
  fragment: string,
  known: SearchCatalog,
): readonly SearchTerm[] | null {
  const [, narrow] = /^#?narrow\/(.*?)\/?$/s.exec(fragment) ?? [];
  if (narrow === undefined) return null;
  const parts = narrow.split('/');
  const terms: SearchTerm[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [, sign, word = ''] = /^(-?)(.*)$/s.exec(parts[at] ?? '') ?? [];
    const slug = decodeHashPart(parts[at + 1] ?? '');
    if (slug === null || word === '') return null;
    const operator = parseOperator(word);
    if (operator) terms.push(readSlug(makeTerm(operator, slug, sign === '-'), known));
    else terms.push(makeTerm('search', `"${sign}${word}:${slug}"`));
  }
  return parseQuery(formatQuery(terms));
}

/** Converts the operand to how a search spells it. */
function readSlug(one: SearchTerm, known: SearchCatalog): SearchTerm {
  const { operator, negated } = one;
  const operand = canonicalOperand(operator, one.operand.trim());
  if (operator === 'channel') {
    const id = idOf(operand) ?? findChannelId(operand, known);
    return typeof id === 'number' && known.channels.has(id)
      ? makeTerm(operator, channelOperand(id, known), negated)
      : makeTerm(operator, operand, negated);
  }
  if (operator !== 'sender' && operator !== 'dm' && operator !== 'dm-including') {
    return makeTerm(operator, operand, negated);
  }
  const listed = operator === 'sender' ? [operand] : operand.split(',');
  const ids = listed.map((part) => idOf(part.trim()) ?? findPersonId(part.trim(), known));
  const people = ids.filter((id) => typeof id === 'number' && known.users.has(id)) as number[];
  if (people.length < listed.length) return makeTerm(operator, operand, negated);
  const called =
    operator === 'sender' ? personOperand(people[0]!, known) : peopleOperand(people, known);
  return makeTerm(operator, called, negated);
}

/** In URLs an id takes precedence over a name. */
function idOf(slug: string): number | undefined {
  const [, id] = /^(\d{1,15})(?:-[^,]*)?$/.exec(slug) ?? [];
  return id === undefined ? undefined : Number(id);
}
