import { expect, it } from 'vitest';
import { aPerson } from '../../../../tests/support/state';
import { withPeopleNames } from './people-names';

const users = new Map(
  [
    aPerson(7, { full_name: 'Ada', email: 'user7@zulipdev.com' }),
    aPerson(8, { full_name: 'Grace', email: 'user8@x.org', delivery_email: 'grace@example.org' }),
  ].map((user) => [user.user_id, user]),
);

it.each([
  ["'user7@zulipdev.com' is no longer using Zulip.", 'Ada is no longer using Zulip.'],
  ['user8@other.host and grace@example.org.', 'Grace and Grace.'],
  ["'user9@zulipdev.com' left.", "'user9@zulipdev.com' left."],
  ['Nobody is named: @ada, a@b', 'Nobody is named: @ada, a@b'],
])('puts names into %j', (sentence, named) => {
  expect(withPeopleNames(sentence, { users })).toBe(named);
});
