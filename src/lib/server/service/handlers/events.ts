import type { deleteQueue as DeleteQueue, getEvents as GetEvents } from '$lib/api/events';
import { eq } from 'drizzle-orm';
import { eventQueues } from '../db/schema/events';
import { nextEvents } from '../events/log';
import { acknowledge, createQueue, lockQueue, longestWait, removeQueue } from '../events/queues';
import { badRequest } from '../failure';
import { AfterCommit, type Handler } from '../handler';

/** https://zulip.com/api/get-events */
const getEvents: Handler<typeof GetEvents> = async (context, params) => {
  const { tx, clock } = context;
  const { queue_id, last_event_id, dont_block = false } = params;
  if (queue_id === undefined) {
    if (!dont_block) throw badRequest("Missing 'queue_id' argument");
    return { events: [], queue_id: await createQueue(context, {}) };
  }
  if (last_event_id === undefined) throw badRequest("Missing 'last_event_id' argument");

  const { queue, head } = await lockQueue(context, queue_id);
  const acknowledged = await acknowledge(tx, queue, last_event_id);
  const { position } = acknowledged;
  const { events } = head > position ? await nextEvents(tx, queue, position) : { events: [] };
  const waits = events.length === 0 && !dont_block;
  // Nothing up to the head is for this queue, so the log need not keep it.
  const seen = events.length === 0 ? Math.max(position, head) : position;
  const connectedUntil = clock.now() + (waits ? longestWait * 1000 : 0);
  await tx
    .update(eventQueues)
    .set({ ...acknowledged, position: seen, last_poll: new Date(connectedUntil) })
    .where(eq(eventQueues.id, queue_id));
  if (!waits) return { events, queue_id };

  return new AfterCommit(async ({ polls, mark, signal }) => ({
    events: await polls.wait({ ...queue, ...acknowledged }, seen, mark, signal),
    queue_id,
  }));
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
