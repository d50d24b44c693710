import * as v from 'valibot';

/** The last second of the year 9999 in UNIX seconds: later ones cannot be written in four digits. */
export const maxTimestamp = 253_402_300_799;

/** An id, a count or UNIX seconds; beyond 2^53 a number is no longer the one that was written. */
export const integer = v.pipe(v.number(), v.safeInteger());

/** A text of at most so many UTF-16 units; its length is looked at before anything else. */
/* @__NO_SIDE_EFFECTS__ */
export function textUpTo(most: number) {
  return v.pipe(v.string(), v.maxLength(most, `is too long (limit: ${most} characters)`));
}

/** A name or a code of any kind; what it may be is checked where it is used. */
export const shortText = textUpTo(1000);
/** A topic as it comes: servers cut what is longer than theirs. */
export const topicText = textUpTo(10_000);
/** A message as it comes, cut like a topic. */
export const messageText = textUpTo(1024 * 1024);

/** A list of at most `most` entries, which are counted before the first is looked at. */
/* @__NO_SIDE_EFFECTS__ */
export function list<In, Out>(item: v.GenericSchema<In, Out>, most: number) {
  return v.pipe(
    // Not the library's own list, which walks over the entries first.
    v.instance(Array<In>),
    v.maxLength(most, `must not hold more than ${most} entries`),
    v.array(item),
  );
}

/** Values by name, at most `most`, which are counted before the first is looked at; no list. */
/* @__NO_SIDE_EFFECTS__ */
export function dictionary<In, Out>(
  name: v.GenericSchema<string, string>,
  value: v.GenericSchema<In, Out>,
  most: number,
) {
  return v.pipe(
    v.custom<Record<string, In>>(
      (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
      'is not an object',
    ),
    v.check(
      (given) => Object.keys(given).length <= most,
      `must not hold more than ${most} entries`,
    ),
    v.record(name, value),
  );
}

/** People of one conversation; nobody addresses more by hand. */
export const maxConversationPeople = 1000;
/** Ids in one call, as many as clients ask for messages at once. */
export const maxIdsPerCall = 5000;

/**
 * What somebody signs in with, in one spelling: blanks around it mean nothing, and control characters,
 * which databases and people overlook, are refused.
 */
export const userName = v.pipe(
  // RFC 5321 leaves an address 254 characters.
  textUpTo(254),
  v.trim(),
  v.check((name) => !/\p{Cc}/u.test(name), 'must not hold control characters'),
);

/** A hundred characters, some of which take two units. */
export const password = textUpTo(200);
