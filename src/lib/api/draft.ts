import * as v from 'valibot';
import { openPicklist } from './open-picklist';

export const draftTypes = ['', 'stream', 'private'] as const;

/** A draft as stored by the server. https://zulip.com/api/get-drafts */
export const draftSchema = v.object({
  id: v.number(),
  type: openPicklist(draftTypes),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
  /** Time of the last edit in whole UNIX seconds. */
  timestamp: v.number(),
});
export type Draft = v.InferOutput<typeof draftSchema>;
