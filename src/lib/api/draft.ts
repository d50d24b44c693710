import * as v from 'valibot';
import { openPicklist } from './open-picklist';
import { parsedAs } from './parsed-as';

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

/** Skips rows that it can't read: one bad row of another server must not hide the others. */
export const draftRowsSchema = v.pipe(
  v.array(v.unknown()),
  v.transform((rows): Draft[] => rows.flatMap((row) => parsedAs(draftSchema, row) ?? [])),
);
