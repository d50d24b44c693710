import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define';
import { integer, word } from './values';

/** What administrative writes are about: the first word of an action. */
export const auditAreas = [
  'bot',
  'channel',
  'channel_folder',
  'default_channels',
  'emoji',
  'export',
  'group',
  'invitation',
  'linkifier',
  'organization',
  'playground',
  'profile_field',
  'user',
] as const;
export type AuditArea = (typeof auditAreas)[number];

const ids = v.nullable(v.number());

/** Somebody's change to the organization. Ids may be of what is gone. */
export const auditEntrySchema = v.object({
  id: v.number(),
  /** UNIX seconds. */
  time: v.number(),
  /** Null where nobody was signed in. */
  acting_user_id: ids,
  /** `area.deed`, such as `channel.renamed`. */
  action: v.string(),
  modified_user_id: ids,
  modified_stream_id: ids,
  modified_group_id: ids,
  /** Of what changed alone; long texts and lists are cut. */
  before: v.unknown(),
  after: v.unknown(),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/**
 * The changes of an organization, newest first, for administrators. An operation of ours. Pages
 * follow by `before`, the id of the last entry seen.
 */
export const getAuditLog = defineOperation({
  id: 'getAuditLog',
  method: 'GET',
  path: '/audit_log',
  params: {
    /** Only entries of lower ids. */
    before: optional(json(integer)),
    /** How many at most; 100 where not given. */
    num: optional(json(v.pipe(integer, v.minValue(1), v.maxValue(1000)))),
    /** One action, or all of an area by its name alone. */
    action: optional(text(word)),
    /** Who did it, or to whom it was done. */
    user_id: optional(json(integer)),
    stream_id: optional(json(integer)),
    group_id: optional(json(integer)),
  },
  access: 'administrator',
  result: v.object({
    entries: v.array(auditEntrySchema),
    /** Whether there is none older that fits. */
    found_oldest: v.boolean(),
  }),
  documented: false,
});

export const auditLogOperations = { getAuditLog };
