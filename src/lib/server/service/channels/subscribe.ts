import type { Context } from '../context';
import { subscriptions } from '../db/schema/streams';
import type { User } from '../model';
import type { StreamRow } from './access';
import { audienceOfStream } from './audience';

/** A channel that people come into, and its colour where they chose one. */
export interface Joining {
  readonly stream: StreamRow;
  readonly color?: string | undefined;
}

const colors = ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd'];

/** Subscribes new people to all of these channels, and tells whoever sees who is in a channel. */
export async function subscribePeople(
  context: Context,
  joinings: readonly Joining[],
  people: readonly User[],
): Promise<void> {
  const rows = joinings.flatMap(({ stream, color }) =>
    people.map(({ id }) => ({
      stream_id: stream.id,
      user_id: id,
      color: color ?? colors[stream.id % colors.length]!,
    })),
  );
  if (rows.length === 0) return;
  await context.tx.insert(subscriptions).values(rows).onConflictDoNothing();
  const user_ids = people.map(({ id }) => id);
  for (const { stream } of joinings) {
    const payload = { type: 'subscription', op: 'peer_add', stream_ids: [stream.id], user_ids };
    const audience = await audienceOfStream(context, stream);
    const others =
      audience === 'realm' ? audience : audience.filter((id) => !user_ids.includes(id));
    context.emit({ payload, audience: others });
  }
}
