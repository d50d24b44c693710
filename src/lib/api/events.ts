import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

/** An event before its type is known to us. `id` grows within its queue; gaps are allowed. */
export const rawEventSchema = v.looseObject({ id: v.number(), type: v.string() });
export type RawEvent = v.InferOutput<typeof rawEventSchema>;

/**
 * Waits up to `event_queue_longpoll_timeout_seconds` for an event unless `dont_block`. Events up to
 * `last_event_id` are discarded by the server. https://zulip.com/api/get-events
 */
export const getEvents = defineOperation({
  id: 'getEvents',
  method: 'GET',
  path: '/events',
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
  method: 'DELETE',
  path: '/events',
  params: { queue_id: text(shortText) },
  result: v.object({}),
});

export const eventOperations = { getEvents, deleteQueue };
