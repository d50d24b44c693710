import * as v from 'valibot';
import { defineOperation, json, optional, text } from './define-operation';
import { integer, shortText } from './value-schemas';

/**
 * Areas of administrative changes and the actions in each, in the past tense. An action's name is
 * `area.action`.
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

/** A change to the organization. Its ids can belong to deleted objects. */
export const auditEntrySchema = v.object({
  id: v.number(),
  /** UNIX seconds. */
  time: v.number(),
  /** Null if no user was signed in. */
  acting_user_id: ids,
  /** `area.action`, for example `channel.renamed`. */
  action: v.string(),
  modified_user_id: ids,
  modified_stream_id: ids,
  modified_group_id: ids,
  /** Only the changed values; long texts and lists are truncated. */
  before: v.unknown(),
  after: v.unknown(),
});
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>;

/**
 * An organization's changes, newest first, for administrators. Inkwell only. To fetch the next
 * page, pass the id of the last entry as `before`.
 */
export const getAuditLog = defineOperation({
  id: 'getAuditLog',
  route: 'GET /audit_log',
  params: {
    /** Only entries with a lower id. */
    before: optional(json(integer)),
    /** Maximum number of entries; 100 if omitted. */
    num: optional(json(v.pipe(integer, v.minValue(1), v.maxValue(1000)))),
    /** One action, or an area's name for all of its actions. */
    action: optional(text(shortText)),
    /** The user who made the change or whom it affected. */
    user_id: optional(json(integer)),
    stream_id: optional(json(integer)),
    group_id: optional(json(integer)),
  },
  access: 'administrator',
  result: v.object({
    entries: v.array(auditEntrySchema),
    /** Whether no older entry matches. */
    found_oldest: v.boolean(),
  }),
  knownFrom: 'inkwell',
});
