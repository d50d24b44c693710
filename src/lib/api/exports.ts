import * as v from 'valibot';
import { defineOperation, inPath, json, optional } from './define-operation';
import { integer } from './value-schemas';

/** 1 holds what is public, 2 also the private data of who agreed. https://zulip.com/api/export-realm */
export const exportTypes = { public: 1, consented: 2 } as const;

/** An archive of the organization that was asked for. https://zulip.com/api/get-realm-exports */
export const realmExportSchema = v.object({
  id: v.number(),
  acting_user_id: v.number(),
  /** UNIX seconds, as are the others. */
  export_time: v.number(),
  deleted_timestamp: v.nullable(v.number()),
  failed_timestamp: v.nullable(v.number()),
  /** Null until it is finished, and after it was deleted. Only administrators get it. */
  export_url: v.nullable(v.string()),
  pending: v.boolean(),
  export_type: v.optional(v.number()),
});
export type RealmExport = v.InferOutput<typeof realmExportSchema>;

/**
 * Begins to write an archive; a `realm_export` event tells administrators how it ends.
 * https://zulip.com/api/export-realm
 */
export const exportRealm = defineOperation({
  id: 'exportRealm',
  method: 'POST',
  path: '/export/realm',
  params: {
    export_type: optional(json(v.picklist([1, 2], 'must be 1 or 2'), { since: 304 })),
  },
  access: 'administrator',
  result: v.object({ id: v.optional(v.number()) }),
});

/** Ascending by id, those that failed or were deleted included. https://zulip.com/api/get-realm-exports */
export const getRealmExports = defineOperation({
  id: 'getRealmExports',
  method: 'GET',
  path: '/export/realm',
  params: {},
  access: 'administrator',
  result: v.object({ exports: v.array(realmExportSchema) }),
});

/** Removes a finished archive. Not documented; clients of the service call it all the same. */
export const deleteRealmExport = defineOperation({
  id: 'deleteRealmExport',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  params: { export_id: inPath(integer) },
  access: 'administrator',
  result: v.object({}),
  knownFrom: 'servers',
});

/** Whose private data an archive may hold. https://zulip.com/api/get-realm-export-consents */
export const getRealmExportConsents = defineOperation({
  id: 'getRealmExportConsents',
  method: 'GET',
  path: '/export/realm/consents',
  params: {},
  access: 'administrator',
  result: v.object({
    export_consents: v.array(v.object({ user_id: v.number(), consented: v.boolean() })),
  }),
  since: 295,
});

export const exportOperations = {
  exportRealm,
  getRealmExports,
  deleteRealmExport,
  getRealmExportConsents,
};
