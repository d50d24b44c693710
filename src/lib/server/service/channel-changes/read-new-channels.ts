import type { createChannel } from '$lib/api/channels';
import { canSetTopicsPolicy } from '$lib/api/permissions/channel';
import type { ParsedOf } from '$lib/api/define-operation';
import { isAdministrator } from '$lib/api/roles';
import { readStreamDescription, readStreamName } from '../channels/names';
import type { NewStream } from '../channels/create';
import type { ServiceContext } from '../context';
import { badRequest, requirePermission } from '../failure';
import { loadPermissions } from '../permissions/load';
import { checkGroupSettings, sameSetting } from '../permissions/setting-value';
import { streamPermissionNames, streamPermissions } from '../permissions/table';
import { renderedDescriptions } from './description';
import { requireActiveFolder } from './folder';
import { requireCanCreateChannel, requireCanSetPermission, readRetention } from './channel-rules';

/** Parameters of both operations that create channels. */
export type ChannelCreationParams = Omit<
  ParsedOf<typeof createChannel>,
  'name' | 'description' | 'subscribers'
>;

export interface ChannelNameAndDescription {
  readonly name: string;
  readonly description?: string | undefined;
}

/** Channels to store. Throws if the caller can't create them, or a value isn't valid. */
export async function readNewStreams(
  context: ServiceContext,
  named: readonly ChannelNameAndDescription[],
  given: ChannelCreationParams,
): Promise<NewStream[]> {
  if (named.length === 0) return [];
  const common = await readCommon(context, given);
  const read = named.map((one) => ({
    name: readStreamName(one.name),
    description: readStreamDescription(one.description ?? ''),
  }));
  const rendered = await renderedDescriptions(
    context,
    read.map(({ description }) => description),
  );
  return read.map((one, at) => ({ ...common, ...one, rendered_description: rendered[at]! }));
}

type Common = Omit<NewStream, 'name' | 'description' | 'rendered_description'>;

async function readCommon(context: ServiceContext, given: ChannelCreationParams): Promise<Common> {
  const { user } = context;
  const permissions = await loadPermissions(context, user);
  const { invite_only = false, is_web_public = false, is_default_stream = false } = given;
  const { topics_policy = 'inherit', message_retention_days: retention, folder_id = null } = given;
  requireCanCreateChannel(context, permissions, { invite_only, is_web_public });
  if (is_default_stream && invite_only) throw defaultPrivacyGroups();
  requirePermission(!is_default_stream || isAdministrator(user));
  requirePermission(topics_policy === 'inherit' || canSetTopicsPolicy(permissions));
  await requireActiveFolder(context, folder_id);
  return {
    invite_only,
    is_web_public,
    is_default: is_default_stream,
    // Public channels always have public history.
    history_public_to_subscribers: invite_only
      ? (given.history_public_to_subscribers ?? false)
      : true,
    message_retention_days:
      retention === undefined || retention === 'realm_default'
        ? null
        : readRetention(context, retention),
    topics_policy,
    folder_id,
    settings: await readSettings(context, given),
  };
}

export const defaultPrivacyGroups = () =>
  badRequest('A private channel cannot be a default channel.');

async function readSettings(
  context: ServiceContext,
  given: ChannelCreationParams,
): Promise<NewStream['settings']> {
  const permissions = await loadPermissions(context, context.user);
  const named = streamPermissionNames.flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [{ name, rule: streamPermissions[name], value }];
  });
  const values = await checkGroupSettings(context, named);
  const settings: NewStream['settings'] = {};
  const plain = { settings: {}, creator_id: context.user.id };
  named.forEach(({ name }, i) => {
    const value = values[i]!;
    if (sameSetting(value, permissions.systemGroups.streamSetting(plain, name))) return;
    requireCanSetPermission(permissions, name);
    settings[name] = value;
  });
  return settings;
}
