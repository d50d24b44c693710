import * as v from 'valibot';

/**
 * A value of the list, or one that a newer server has added: the type only has the values we know,
 * but any is accepted at run time.
 */
/* @__NO_SIDE_EFFECTS__ */
export function openPicklist<const T extends readonly (string | number)[]>(values: T) {
  const base = typeof values[0] === 'number' ? v.number() : v.string();
  return base as unknown as v.GenericSchema<T[number], T[number]>;
}
