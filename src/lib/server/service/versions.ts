/** The server version that this service behaves like. https://zulip.com/api/changelog */
export const versions = {
  zulip_version: '11.0-dev-inkwell',
  zulip_merge_base: '11.0-dev',
  zulip_feature_level: 420,
} as const;
