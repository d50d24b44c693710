import * as v from 'valibot';
import { defineOperation, text } from './define-operation';
import { password, userName } from './value-schemas';

/** https://zulip.com/api/get-server-settings */
export const getServerSettings = defineOperation({
  id: 'getServerSettings',
  route: 'GET /server_settings',
  access: 'anyone',
  result: v.object({
    zulip_version: v.string(),
    zulip_feature_level: v.optional(v.number(), 0),
    push_notifications_enabled: v.optional(v.boolean()),
    is_incompatible: v.optional(v.boolean()),
    email_auth_enabled: v.optional(v.boolean()),
    require_email_format_usernames: v.optional(v.boolean()),
    /** Old name of `realm_url`; the only one before level 257. */
    realm_uri: v.optional(v.string()),
    realm_url: v.optional(v.string()),
    realm_name: v.optional(v.string()),
    /** Can be relative to the realm. */
    realm_icon: v.optional(v.string()),
    /** HTML. */
    realm_description: v.optional(v.string()),
  }),
});

const key = v.object({
  api_key: v.string(),
  /** The account's real address. */
  email: v.string(),
  /** Absent before level 171. */
  user_id: v.optional(v.number()),
});

/**
 * Returns credentials, so only the gateway and clients with an API key can call it.
 * https://zulip.com/api/fetch-api-key
 */
export const fetchApiKey = defineOperation({
  id: 'fetchApiKey',
  route: 'POST /fetch_api_key',
  params: { username: text(userName), password: text(password) },
  access: 'anyone',
  browser: false,
  maxBody: 16 * 1024,
  result: key,
});

/**
 * Works without a password, on development servers only. https://zulip.com/api/dev-fetch-api-key
 */
export const devFetchApiKey = defineOperation({
  id: 'devFetchApiKey',
  route: 'POST /dev_fetch_api_key',
  params: { username: text(userName) },
  access: 'anyone',
  browser: false,
  maxBody: 16 * 1024,
  result: key,
});
