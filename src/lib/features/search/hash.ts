import { operatorFor, readOperator } from '../../api/narrow';
import { decoded, encoded } from '../../client/narrow-link';
import { canonical, format, parse, term, type Term } from './grammar';
import {
  channelFor,
  channelOperand,
  peopleFor,
  peopleOperand,
  personFor,
  personOperand,
  slugOf,
  type Known,
} from './known';

/**
 * A search as addresses of the reference app spell it, without the `#`: `narrow/channel/5-logo/has/link`.
 * With ids, so that it leads to the same when something is renamed.
 */
export function hashOf(terms: readonly Term[], known: Known): string {
  const parts = terms.flatMap((one) => {
    const operator = operatorFor(one.operator, known.level);
    return [`${one.negated ? '-' : ''}${operator}`, encodedSlug(slugFor(one, known))];
  });
  return ['narrow', ...parts].join('/');
}

/** Commas stand as they are between ids. */
const encodedSlug = (slug: string) => encoded(slug).replaceAll('.2C', ',');

function slugFor({ operator, operand }: Term, known: Known): string {
  if (operator === 'channel') {
    const found = channelFor(operand, known);
    return typeof found === 'number' ? slugOf(found, known.channels.get(found)?.name) : operand;
  }
  if (operator === 'sender') {
    const found = personFor(operand, known);
    return typeof found === 'number' ? slugOf(found, known.users.get(found)?.full_name) : operand;
  }
  if (operator !== 'dm' && operator !== 'dm-including') return operand;
  const ids = peopleFor(operand, known).map(({ found }) => found);
  const [first] = ids;
  if (!ids.every((id) => typeof id === 'number') || typeof first !== 'number') return operand;
  return ids.length > 1
    ? `${ids.join(',')}-group`
    : slugOf(first, known.users.get(first)?.full_name);
}

/** What such an address says; null for what is none. Operators that nobody knows are words. */
export function termsOf(fragment: string, known: Known): readonly Term[] | null {
  const [, narrow] = /^#?narrow\/(.*?)\/?$/s.exec(fragment) ?? [];
  if (narrow === undefined) return null;
  const parts = narrow.split('/');
  const terms: Term[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [, sign, word = ''] = /^(-?)(.*)$/s.exec(parts[at] ?? '') ?? [];
    const slug = decoded(parts[at + 1] ?? '');
    if (slug === null || word === '') return null;
    const operator = readOperator(word);
    if (operator) terms.push(readSlug(term(operator, slug, sign === '-'), known));
    else terms.push(term('search', `"${sign}${word}:${slug}"`));
  }
  return parse(format(terms));
}

/** As it is called in a search. */
function readSlug(one: Term, known: Known): Term {
  const { operator, negated } = one;
  const operand = canonical(operator, one.operand.trim());
  if (operator === 'channel') {
    const id = idOf(operand) ?? channelFor(operand, known);
    return typeof id === 'number' && known.channels.has(id)
      ? term(operator, channelOperand(id, known), negated)
      : term(operator, operand, negated);
  }
  if (operator !== 'sender' && operator !== 'dm' && operator !== 'dm-including') {
    return term(operator, operand, negated);
  }
  const listed = operator === 'sender' ? [operand] : operand.split(',');
  const ids = listed.map((part) => idOf(part.trim()) ?? personFor(part.trim(), known));
  const people = ids.filter((id) => typeof id === 'number' && known.users.has(id)) as number[];
  if (people.length < listed.length) return term(operator, operand, negated);
  const called =
    operator === 'sender' ? personOperand(people[0]!, known) : peopleOperand(people, known);
  return term(operator, called, negated);
}

/** In addresses an id counts before a name. */
function idOf(slug: string): number | undefined {
  const [, id] = /^(\d{1,15})(?:-[^,]*)?$/.exec(slug) ?? [];
  return id === undefined ? undefined : Number(id);
}
