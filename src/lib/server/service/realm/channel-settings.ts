import type { RealmSettingName } from '$lib/api/realm-settings-table';
import type { ServiceContext } from '../context';
import { changeRealm } from './change';
import { lockRealm } from './lock';
import { realmSettingOf } from './settings';

/** Organization settings that hold a channel id. -1 means none. */
export const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly RealmSettingName[];

/**
 * Removes an archived, locked channel from the settings that refer to it, and announces that to
 * everyone.
 */
export async function clearChannelFromSettings(
  given: ServiceContext,
  stream_id: number,
): Promise<void> {
  const context = await lockRealm(given);
  const naming = channelSettings.filter(
    (name) => realmSettingOf(context.realm, name) === stream_id,
  );
  await changeRealm(context, Object.fromEntries(naming.map((name) => [name, -1])));
}
