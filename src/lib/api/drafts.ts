import * as v from 'valibot';
import { draftTypes, draftSchema } from './draft';
import { defineOperation, inPath, json, optional } from './define-operation';
import {
  messageText,
  integer,
  maxTimestamp,
  list,
  maxConversationPeople,
  topicText,
} from './value-schemas';

const noNullByte = v.check((value: string) => !value.includes('\0'), 'must not contain null bytes');

/** What creating and editing take: a closed object, `id` never set by the client. */
export const draftInputSchema = v.strictObject({
  type: v.picklist(draftTypes),
  to: list(integer, maxConversationPeople),
  topic: v.pipe(topicText, noNullByte),
  content: v.pipe(messageText, noNullByte),
  /** UNIX seconds; a fraction is accepted and dropped by the server. */
  timestamp: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0, 'must not be negative'),
      v.maxValue(maxTimestamp, 'is too far in the future'),
    ),
  ),
});
export type DraftInput = v.InferInput<typeof draftInputSchema>;

/** Of one call. */
const maxDraftsPerCall = 1000;

const draft_id = inPath(integer);

/**
 * Oldest edit first, as real servers list them; the documentation says newest. In the state, newest
 * first. https://zulip.com/api/get-drafts
 */
export const getDrafts = defineOperation({
  id: 'getDrafts',
  method: 'GET',
  path: '/drafts',
  params: {},
  result: v.object({ count: v.number(), drafts: v.array(draftSchema) }),
});

/** https://zulip.com/api/create-drafts. `ids` come in the order of the request. */
export const createDrafts = defineOperation({
  id: 'createDrafts',
  method: 'POST',
  path: '/drafts',
  params: { drafts: optional(json(list(draftInputSchema, maxDraftsPerCall))) },
  result: v.object({ ids: v.array(v.number()) }),
  maxBody: 4 * 1024 * 1024,
});

/** https://zulip.com/api/edit-draft */
export const editDraft = defineOperation({
  id: 'editDraft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  params: { draft_id, draft: json(draftInputSchema) },
  result: v.object({}),
});

/** https://zulip.com/api/delete-draft */
export const deleteDraft = defineOperation({
  id: 'deleteDraft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  params: { draft_id },
  result: v.object({}),
});

export const draftOperations = { getDrafts, createDrafts, editDraft, deleteDraft };
