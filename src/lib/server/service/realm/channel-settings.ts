import type { RealmSettingName } from '$lib/api/realm-settings-table';
import type { ServiceContext } from '../context';
import { changeRealm } from './change';
import { lockRealm } from './lock';
import { realmSettingOf } from './settings';

/** What of an organization's settings names a channel; -1 stands for none. */
export const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly RealmSettingName[];

/** Takes a channel, archived and locked, out of the settings that name it, and tells everybody. */
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
