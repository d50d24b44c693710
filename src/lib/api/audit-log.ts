import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

/**
 * What administrative writes are about, and what they do, in the past: an action is both, with a dot
 * between them.
 */
export const auditActionsByArea = {
  bot: ['created', 'key_renewed', 'owner_changed'],
  channel: [
    'created',
    'renamed',
    'described',
    'privacy_changed',
    'permission_changed',
    'topics_policy_changed',
    'retention_changed',
    'moved_to_folder',
    'archived',
    'unarchived',
    'subscribers_added',
    'subscribers_removed',
    'topic_deleted',
  ],
  channel_folder: ['created', 'changed', 'reordered'],
  default_channels: ['added', 'removed'],
  emoji: ['added', 'deactivated'],
  export: ['started', 'deleted'],
  group: [
    'created',
    'updated',
    'deactivated',
    'reactivated',
    'members_added',
    'members_removed',
    'subgroups_added',
    'subgroups_removed',
  ],
  invitation: ['created', 'resent', 'revoked'],
  linkifier: ['added', 'changed', 'removed', 'reordered'],
  organization: [
    'changed',
    'defaults_changed',
    'picture_changed',
    'domain_added',
    'domain_changed',
    'domain_removed',
  ],
  playground: ['added', 'removed'],
  profile_field: ['created', 'changed', 'deleted', 'reordered'],
  user: [
    'created',
    'joined',
    'renamed',
    'role_changed',
    'email_changed',
    'status_changed',
    'deactivated',
    'reactivated',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type AuditActionsByArea = typeof auditActionsByArea;
export type AuditArea = keyof AuditActionsByArea;
export const auditAreas = Object.keys(auditActionsByArea) as AuditArea[];
export type AuditAction = {
  [Area in AuditArea]: `${Area}.${AuditActionsByArea[Area][number]}`;
}[AuditArea];

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
    action: optional(text(shortText)),
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
  knownFrom: 'inkwell',
});

export const auditLogOperations = { getAuditLog };
