import { expect, it } from 'vitest';
import { aChannel } from '../../../../tests/support/state';
import { choicesOf } from './realm-choices';
import { realmWords } from './realm-words';

const channels = [
  aChannel(5, { name: 'design' }),
  aChannel(6, { name: 'garden', is_archived: true }),
  aChannel(7, { name: 'lunch', is_archived: true }),
];

it('offers no archived channel but the one that is chosen', () => {
  const offered = choicesOf(realmWords.new_stream_announcements_stream_id, 6, channels)?.map(
    ({ value }) => value,
  );
  expect(offered).toEqual(['-1', '5', '6']);
});
