import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

/** An event before we know its type. `id` increases within a queue, possibly with gaps. */
export const rawEventSchema = v.looseObject({ id: v.number(), type: v.string() });
export type RawEvent = v.InferOutput<typeof rawEventSchema>;

/**
 * Waits up to `event_queue_longpoll_timeout_seconds` for an event, unless `dont_block` is set. The
 * server discards events up to `last_event_id`. https://zulip.com/api/get-events
 */
export const getEvents = defineOperation({
  id: 'getEvents',
  route: 'GET /events',
  params: {
    queue_id: optional(text(shortText)),
    last_event_id: optional(json(integer)),
    dont_block: optional(json(v.boolean())),
  },
  result: v.object({ events: v.array(rawEventSchema), queue_id: v.optional(v.string()) }),
});

/** https://zulip.com/api/delete-queue */
export const deleteQueue = defineOperation({
  id: 'deleteQueue',
  route: 'DELETE /events',
  params: { queue_id: text(shortText) },
});
