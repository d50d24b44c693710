import { minFeatureLevel } from '$lib/api/feature-level';
import { getServerSettings } from '$lib/api/server';
import { callUpstream, type UpstreamClient } from './call-upstream';
import { GatewayFailure } from './failure';

export interface ServerInfo {
  readonly realm_name: string;
  readonly realm_url: string;
  readonly zulip_version: string;
  readonly zulip_feature_level: number;
  /** Whether people can sign in with a password. */
  readonly password: boolean;
  /** Absolute URL of the icon itself. */
  readonly icon: string | null;
}

/**
 * Reads the settings of the server. Throws like `callUpstream`, `SERVER_TOO_OLD`, or
 * `NO_ORGANIZATION` if the URL belongs to a server but not to an organization.
 */
export async function readServerInfo(asker: UpstreamClient, realmUrl: string): Promise<ServerInfo> {
  const settings = await callUpstream(asker, getServerSettings, {});
  const { zulip_version, zulip_feature_level } = settings;
  if (zulip_feature_level < minFeatureLevel) {
    throw new GatewayFailure(400, 'SERVER_TOO_OLD', 'The server is too old.', {
      zulip_version,
      zulip_feature_level,
      oldest_feature_level: minFeatureLevel,
    });
  }
  if (settings.realm_name === undefined) {
    throw new GatewayFailure(400, 'NO_ORGANIZATION', 'There is no organization at this address.');
  }
  return {
    realm_name: settings.realm_name,
    realm_url: settings.realm_url ?? settings.realm_uri ?? realmUrl,
    zulip_version,
    zulip_feature_level,
    password: settings.email_auth_enabled ?? true,
    icon: iconUrl(settings.realm_icon, realmUrl),
  };
}

function iconUrl(icon: string | undefined, realmUrl: string): string | null {
  return icon && URL.canParse(icon, realmUrl) ? new URL(icon, realmUrl).href : null;
}
