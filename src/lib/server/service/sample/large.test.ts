import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emptyPlace, importTarget } from '../../../../../tests/support/archives';
import { memoryStore } from '../../../../../tests/support/stores';
import { queryRows } from '../db/query-rows';
import { fillLargeSample } from './fill';

/** A twentieth of the real size, which takes half a minute. */
const size = { users: 500, channels: 500, messages: 5_000, topics: 1000, drafts: 250 };

test('the large sample has the announced size', async () => {
  const place = await emptyPlace(memoryStore);
  const { store } = place;
  const report = await fillLargeSample(importTarget(place), size);
  expect(report.counts).toEqual(size);
  const [counts] = await queryRows(
    store.db,
    sql`select
      (select count(*)::int from users where not is_system_bot) as users,
      (select count(*)::int from streams) as channels,
      (select count(*)::int from messages) as messages,
      (select count(*)::int from (select distinct stream_id, fold_case(topic) from messages
        where stream_id is not null) as t) as topics,
      (select count(*)::int from drafts d join users u on u.id = d.user_id
        where u.delivery_email like 'hanna@%') as drafts`,
  );
  expect(counts).toEqual(size);
  const [wrong] = await queryRows(
    store.db,
    sql`select
      (select count(*)::int from messages a join messages b on b.id = a.id + 1
        where b.date_sent < a.date_sent) as out_of_order,
      (select count(*)::int from messages m where stream_id is not null and not exists
        (select 1 from user_messages u where u.message_id = m.id and u.user_id = m.sender_id))
        as not_held_by_sender,
      (select count(*)::int from users where not is_system_bot and length(api_key) <> 32) as keys,
      (select count(*)::int from streams where length(name) > 60) as long_names`,
  );
  expect(wrong).toEqual({ out_of_order: 0, not_held_by_sender: 0, keys: 0, long_names: 0 });
}, 60_000);
