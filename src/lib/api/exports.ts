import * as v from 'valibot';
import { defineOperation, inPath, json, optional } from './define-operation';
import { integer } from './value-schemas';

/**
 * 1: public data only; 2: also the private data of people who consented.
 * https://zulip.com/api/export-realm
 */
export const exportTypes = { public: 1, consented: 2 } as const;

/** A requested archive of the organization. https://zulip.com/api/get-realm-exports */
export const realmExportSchema = v.object({
  id: v.number(),
  acting_user_id: v.number(),
  /** UNIX seconds, like the other times. */
  export_time: v.number(),
  deleted_timestamp: v.nullable(v.number()),
  failed_timestamp: v.nullable(v.number()),
  /**
   * Null until the archive is finished and after it is deleted. Only administrators can download
   * it.
   */
  export_url: v.nullable(v.string()),
  pending: v.boolean(),
  export_type: v.optional(v.number()),
});
export type RealmExport = v.InferOutput<typeof realmExportSchema>;

/**
 * Starts writing an archive. A `realm_export` event reports the outcome to administrators.
 * https://zulip.com/api/export-realm
 */
export const exportRealm = defineOperation({
  id: 'exportRealm',
  route: 'POST /export/realm',
  params: {
    export_type: optional(json(v.picklist([1, 2], 'must be 1 or 2'), { since: 304 })),
  },
  access: 'administrator',
  result: v.object({ id: v.optional(v.number()) }),
});

/** Ascending by id, including failed and deleted ones. https://zulip.com/api/get-realm-exports */
export const getRealmExports = defineOperation({
  id: 'getRealmExports',
  route: 'GET /export/realm',
  access: 'administrator',
  result: v.object({ exports: v.array(realmExportSchema) }),
});

/** Deletes a finished archive. Undocumented, but clients use it. */
export const deleteRealmExport = defineOperation({
  id: 'deleteRealmExport',
  route: 'DELETE /export/realm/{export_id}',
  params: { export_id: inPath(integer) },
  access: 'administrator',
  knownFrom: 'servers',
});

/**
 * Which people consented to exporting their private data.
 * https://zulip.com/api/get-realm-export-consents
 */
export const getRealmExportConsents = defineOperation({
  id: 'getRealmExportConsents',
  route: 'GET /export/realm/consents',
  access: 'administrator',
  result: v.object({
    export_consents: v.array(v.object({ user_id: v.number(), consented: v.boolean() })),
  }),
  since: 295,
});
