import type { deleteQueue as DeleteQueue, getEvents as GetEvents } from '$lib/api/events';
import type { ResultOf } from '$lib/api/define';
import { eq, sql } from 'drizzle-orm';
import { eventQueues } from '../db/schema/events';
import { nextEvents } from '../events/log';
import type { WireEvent } from '../events/present';
import {
  acknowledge,
  createQueue,
  lockQueue,
  longestWait,
  pruned,
  removeQueue,
} from '../events/queues';
import { Waiting } from '../events/waiting';
import { badRequest } from '../failure';
import { AfterCommit, type FromMemory, type Handler } from '../handler';
import { Later } from '../later';

/** https://zulip.com/api/get-events */
const getEvents: Handler<typeof GetEvents> = async (context, params) => {
  const { tx, clock, warnings } = context;
  const { queue_id, last_event_id, dont_block = false } = params;
  if (queue_id === undefined) {
    if (!dont_block) throw badRequest("Missing 'queue_id' argument");
    const made = await createQueue(context, {});
    return new AfterCommit(async ({ polls }) => {
      await polls.end(made.ended);
      return { events: [], queue_id: made.queue_id };
    });
  }
  if (last_event_id === undefined) throw badRequest("Missing 'last_event_id' argument");

  const { queue, head } = await lockQueue(context, queue_id);
  const acknowledged = await acknowledge(context, queue, last_event_id);
  const { position } = acknowledged;
  const next =
    head > position
      ? await nextEvents(tx, queue, position, warnings)
      : { events: [], seen: position };
  const { events } = next;
  // Without events nothing up to the head is for this queue, so the log need not keep it.
  const seen = events.length === 0 ? Math.max(position, head) : next.seen;
  const kept = { ...acknowledged, position: events.length === 0 ? seen : position };
  const waits = events.length === 0 && !dont_block;
  const connectedUntil = new Date(clock.now() + (waits ? longestWait * 1000 : 0));
  const [written] = await tx
    .update(eventQueues)
    .set({ ...kept, last_poll: laterOf(eventQueues.last_poll, connectedUntil) })
    .where(eq(eventQueues.id, queue_id))
    .returning({ last_poll: eventQueues.last_poll });
  if (dont_block) return { events, queue_id };
  const lastPoll = (written?.last_poll ?? connectedUntil).getTime();

  return new AfterCommit(async ({ polls, mark }) =>
    answerWith(await polls.wait({ ...queue, ...kept }, { events, seen, lastPoll }, mark), queue_id),
  );
};

function answerWith(found: WireEvent[] | Waiting, queue_id: string) {
  if (!(found instanceof Waiting)) return { events: found, queue_id };
  return new Later<ResultOf<typeof GetEvents>>(
    // What the caller wrote may be a part of the address, and would keep all of it.
    (take) => found.whenAnswered((events) => take({ events, queue_id: found.queue_id })),
    found.end,
  );
}

/** `Polls` may have written it ahead. */
function laterOf(column: typeof eventQueues.last_poll, time: Date) {
  return sql`greatest(${column}, ${time.toISOString()}::timestamptz)`;
}

/** The next poll of a queue that was polled here before. */
const getEventsAgain: FromMemory<typeof GetEvents> = (user, params, { polls }) => {
  const { queue_id, last_event_id, dont_block = false } = params;
  if (queue_id === undefined || last_event_id === undefined) return null;
  if (last_event_id < polls.asked(user, queue_id)) throw pruned(last_event_id);
  if (dont_block) return null;
  const next = polls.resume(user, queue_id, last_event_id);
  return next && next.then((found) => answerWith(found, queue_id));
};

/** https://zulip.com/api/delete-queue. A poll that waits on it ends. */
const deleteQueue: Handler<typeof DeleteQueue> = async (context, { queue_id }) => {
  await removeQueue(context, queue_id);
  return new AfterCommit(async ({ polls }) => {
    await polls.end([queue_id]);
    return {};
  });
};

export const eventHandlers = { getEvents, deleteQueue };
export const eventsFromMemory = { getEvents: getEventsAgain };
