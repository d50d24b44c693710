import type { getEvents as GetEvents } from '$lib/api/events';
import type { ResultOf } from '$lib/api/define-operation';
import { eq, sql } from 'drizzle-orm';
import { eventQueues } from '../db/schema/events';
import { readNextEvents } from '../events/log';
import type { WireEvent } from '../events/present';
import {
  acknowledgeEvents,
  createQueue,
  lockQueue,
  maxPollSeconds,
  prunedEventFailure,
  removeQueue,
} from '../events/queues';
import { WaitingPoll } from '../events/waiting-poll';
import { badRequest } from '../failure';
import { AfterCommit, type InMemoryHandler, type OperationHandlers } from '../handler';
import { DeferredResult } from '../deferred';

function answerWith(found: WireEvent[] | WaitingPoll, queue_id: string) {
  if (!(found instanceof WaitingPoll)) return { events: found, queue_id };
  return new DeferredResult<ResultOf<typeof GetEvents>>(
    // Use the queue's id, not the caller's: theirs may be a slice of the URL, which would keep the
    // whole URL in memory.
    (take) => found.whenAnswered((events) => take({ events, queue_id: found.queue_id })),
    found.end,
  );
}

/** `PollRegistry` may have set it further ahead. */
function laterOf(column: typeof eventQueues.last_poll, time: Date) {
  return sql`greatest(${column}, ${time.toISOString()}::timestamptz)`;
}

/** The next poll of a queue that this process tracks. */
const getEventsAgain: InMemoryHandler<typeof GetEvents> = (user, params, { polls }) => {
  const { queue_id, last_event_id, dont_block = false } = params;
  if (queue_id === undefined || last_event_id === undefined) return null;
  if (last_event_id < polls.trackRequest(user, queue_id)) throw prunedEventFailure(last_event_id);
  if (dont_block) return null;
  const next = polls.resume(user, queue_id, last_event_id);
  return next && next.then((found) => answerWith(found, queue_id));
};
export const inMemoryEventHandlers = { getEvents: getEventsAgain };

export const eventHandlers = {
  /** https://zulip.com/api/get-events */
  async getEvents(context, params) {
    const { tx, clock, service } = context;
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
    const acknowledged = await acknowledgeEvents(context, queue, last_event_id);
    const { position } = acknowledged;
    const next =
      head > position
        ? await readNextEvents(tx, queue, position, service.warnings)
        : { events: [], seen: position };
    const { events } = next;
    // Without events, nothing up to the head is for this queue, so the log needn't keep it.
    const seen = events.length === 0 ? Math.max(position, head) : next.seen;
    const kept = { ...acknowledged, position: events.length === 0 ? seen : position };
    const waits = events.length === 0 && !dont_block;
    const connectedUntil = new Date(clock.now() + (waits ? maxPollSeconds * 1000 : 0));
    const [written] = await tx
      .update(eventQueues)
      .set({ ...kept, last_poll: laterOf(eventQueues.last_poll, connectedUntil) })
      .where(eq(eventQueues.id, queue_id))
      .returning({ last_poll: eventQueues.last_poll });
    if (dont_block) return { events, queue_id };
    const lastPoll = (written?.last_poll ?? connectedUntil).getTime();

    return new AfterCommit(async ({ polls, wakeCount: mark }) =>
      answerWith(
        await polls.wait({ ...queue, ...kept }, { events, seen, lastPoll }, mark),
        queue_id,
      ),
    );
  },

  /** https://zulip.com/api/delete-queue. Ends a poll that waits on the queue. */
  async deleteQueue(context, { queue_id }) {
    await removeQueue(context, queue_id);
    return new AfterCommit(async ({ polls }) => {
      await polls.end([queue_id]);
      return {};
    });
  },
} satisfies Partial<OperationHandlers>;
