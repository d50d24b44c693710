import * as v from 'valibot';

/** Last second of the year 9999 in UNIX seconds: later years have more than four digits. */
export const maxTimestamp = 253_402_300_799;

/** An id, a count or UNIX seconds. Limited because numbers beyond 2^53 lose precision. */
export const integer = v.pipe(v.number(), v.safeInteger());

/** Text of at most so many UTF-16 units. The length is checked before anything else. */
/* @__NO_SIDE_EFFECTS__ */
export function textUpTo(most: number) {
  return v.pipe(v.string(), v.maxLength(most, `is too long (limit: ${most} characters)`));
}

/** A name or code of any type; the code that uses it validates it further. */
export const shortText = textUpTo(1000);
/** A topic in a request: servers truncate it to their own limit. */
export const topicText = textUpTo(10_000);
/** A message in a request, truncated like a topic. */
export const messageText = textUpTo(1024 * 1024);

/** A list of at most `most` entries. The length is checked before any entry. */
/* @__NO_SIDE_EFFECTS__ */
export function list<In, Out>(item: v.GenericSchema<In, Out>, most: number) {
  return v.pipe(
    // Not `v.array` first, because it would check all the entries before the length.
    v.instance(Array<In>),
    v.maxLength(most, `must not hold more than ${most} entries`),
    v.array(item),
  );
}

/**
 * An object with at most `most` keys; arrays are rejected. The number is checked before any value.
 */
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

/** People in one conversation; no one picks more by hand. */
export const maxConversationPeople = 1000;
/** Ids per call: as many as clients use to request messages. */
export const maxIdsPerCall = 5000;

/**
 * A user name to sign in with. Surrounding whitespace is trimmed. Control characters are rejected,
 * because databases and people overlook them.
 */
export const userName = v.pipe(
  // Maximum length of an email address (RFC 5321).
  textUpTo(254),
  v.trim(),
  v.check((name) => !/\p{Cc}/u.test(name), 'must not hold control characters'),
);

/** A hundred characters, each up to two UTF-16 units. */
export const password = textUpTo(200);
