import * as v from 'valibot';
import { draftRowsSchema, draftTypes } from './draft';
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

/** Parameter for creating and editing drafts. Unknown keys are rejected; clients never set `id`. */
export const draftInputSchema = v.strictObject({
  type: v.picklist(draftTypes),
  to: list(integer, maxConversationPeople),
  topic: v.pipe(topicText, noNullByte),
  content: v.pipe(messageText, noNullByte),
  /** UNIX seconds; the server accepts a fraction and drops it. */
  timestamp: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0, 'must not be negative'),
      v.maxValue(maxTimestamp, 'is too far in the future'),
    ),
  ),
});
export type DraftInput = v.InferInput<typeof draftInputSchema>;

const maxDraftsPerCall = 1000;

const draft_id = inPath(integer);

/**
 * Sorted by oldest edit first, like real servers; the documentation says newest first. The register
 * state lists the newest first. https://zulip.com/api/get-drafts
 */
export const getDrafts = defineOperation({
  id: 'getDrafts',
  route: 'GET /drafts',
  result: v.object({ count: v.number(), drafts: draftRowsSchema }),
});

/** Returns `ids` in the order of the request. https://zulip.com/api/create-drafts */
export const createDrafts = defineOperation({
  id: 'createDrafts',
  route: 'POST /drafts',
  params: { drafts: optional(json(list(draftInputSchema, maxDraftsPerCall))) },
  result: v.object({ ids: v.array(v.number()) }),
  maxBody: 4 * 1024 * 1024,
});

/** https://zulip.com/api/edit-draft */
export const editDraft = defineOperation({
  id: 'editDraft',
  route: 'PATCH /drafts/{draft_id}',
  params: { draft_id, draft: json(draftInputSchema) },
});

/** https://zulip.com/api/delete-draft */
export const deleteDraft = defineOperation({
  id: 'deleteDraft',
  route: 'DELETE /drafts/{draft_id}',
  params: { draft_id },
});
