import * as v from 'valibot';
import { openPicklist } from './open-picklist';

export const draftTypes = ['', 'stream', 'private'] as const;

/** A draft as the server keeps it. https://zulip.com/api/get-drafts */
export const draftSchema = v.object({
  id: v.number(),
  type: openPicklist(draftTypes),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
  /** UNIX seconds of the last edit, whole. */
  timestamp: v.number(),
});
export type Draft = v.InferOutput<typeof draftSchema>;
