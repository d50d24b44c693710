import * as v from 'valibot';
import {
  channelPermissions,
  postPolicies,
  type ChannelDetails,
  type ChannelPermission,
  type PostPolicy,
  type createChannel,
  type updateStream,
} from '../../api/channels';
import type { ParamsOf } from '../../api/define-operation';
import { ApiError } from '../../api/errors';
import type { GroupSettingValue } from '../../api/group-setting';
import { topicsPolicies } from '../../api/channel';
import type { IgnoredParameters } from '../../api/ignored-parameters';
import { refusedParameter } from '../../client/calls/refused-parameter';

/** Fields of the channel form without permissions. */
export const channelFormFields = v.object({
  name: v.string(),
  description: v.string(),
  privacy: v.picklist(['public', 'private', 'web_public']),
  history_public_to_subscribers: v.boolean(),
  is_default_stream: v.boolean(),
  folder_id: v.nullable(v.number()),
  topics_policy: v.picklist(topicsPolicies),
  /** Only used on servers without `can_send_message_group`. */
  stream_post_policy: v.picklist(postPolicies),
  retention: v.picklist(['realm_default', 'unlimited', 'days']),
  /** As typed. Only used if `retention` is `days`. */
  days: v.string(),
});

export type ChannelFormValues = Readonly<v.InferOutput<typeof channelFormFields>> &
  Readonly<Partial<Record<ChannelPermission, GroupSettingValue>>>;
export type ChannelFormField = keyof ChannelFormValues;

export const emptyChannelForm: ChannelFormValues = {
  name: '',
  description: '',
  privacy: 'public',
  history_public_to_subscribers: true,
  is_default_stream: false,
  folder_id: null,
  topics_policy: 'inherit',
  stream_post_policy: 1,
  retention: 'realm_default',
  days: '',
};

/** In `message_retention_days`, -1 means unlimited and null means the organization's default. */
const forEver = -1;

export function channelFormValuesOf(
  channel: ChannelDetails,
  is_default_stream: boolean,
): ChannelFormValues {
  const days = channel.message_retention_days;
  const groups = channelPermissions.flatMap((name) =>
    channel[name] === undefined ? [] : [[name, channel[name]] as const],
  );
  return {
    name: channel.name,
    description: channel.description,
    privacy: channel.is_web_public ? 'web_public' : channel.invite_only ? 'private' : 'public',
    history_public_to_subscribers: channel.history_public_to_subscribers,
    is_default_stream,
    folder_id: channel.folder_id ?? null,
    topics_policy: topicsPolicies.find((one) => one === channel.topics_policy) ?? 'inherit',
    stream_post_policy: postPolicies.find((one) => one === channel.stream_post_policy) ?? 1,
    retention: days === null ? 'realm_default' : days === forEver ? 'unlimited' : 'days',
    days: days === null || days === forEver ? '' : String(days),
    ...Object.fromEntries(groups),
  };
}

/** New people couldn't see a private channel. */
const isDefault = ({ is_default_stream, privacy }: ChannelFormValues) =>
  is_default_stream && privacy !== 'private';

const retentionOf = ({ retention, days }: ChannelFormValues) =>
  retention === 'days' ? Number(days) : retention;

/** Parameters for creating a channel, on servers of any version. */
export interface NewChannelParams extends ParamsOf<typeof createChannel> {
  readonly stream_post_policy?: PostPolicy;
}

/** Parameters for a new channel, without the server's default values. */
export function newChannelParamsOf(
  values: ChannelFormValues,
): Omit<NewChannelParams, 'subscribers' | 'announce'> {
  const { privacy } = values;
  return {
    name: values.name.trim(),
    ...(values.description.trim() !== '' && { description: values.description.trim() }),
    ...(privacy === 'private' && {
      invite_only: true,
      history_public_to_subscribers: values.history_public_to_subscribers,
    }),
    ...(privacy === 'web_public' && { is_web_public: true }),
    ...(isDefault(values) && { is_default_stream: true }),
    ...(values.folder_id !== null && { folder_id: values.folder_id }),
    ...(values.topics_policy !== 'inherit' && { topics_policy: values.topics_policy }),
    ...(values.stream_post_policy !== 1 && { stream_post_policy: values.stream_post_policy }),
    ...(values.retention !== 'realm_default' && { message_retention_days: retentionOf(values) }),
    ...Object.fromEntries(
      channelPermissions.flatMap((name) =>
        values[name] === undefined ? [] : [[name, values[name]]],
      ),
    ),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Fields that were changed elsewhere, to a different value, since the user began to edit them here.
 */
export function findConflictingFields(
  base: Partial<ChannelFormValues>,
  now: ChannelFormValues,
  typed: Partial<ChannelFormValues>,
): readonly ChannelFormField[] {
  return (Object.keys(typed) as ChannelFormField[]).filter(
    (field) =>
      field in base && !isSame(base[field], now[field]) && !isSame(typed[field], now[field]),
  );
}

/** The saved values that have been replaced since, by neither the saved nor the original value. */
export function findOverwrittenValues(
  { base, values }: Record<'base' | 'values', Partial<ChannelFormValues>>,
  now: ChannelFormValues,
): Record<'base' | 'values', Partial<ChannelFormValues>> | undefined {
  const fields = findConflictingFields(base, now, values);
  if (fields.length === 0) return undefined;
  const only = (from: Partial<ChannelFormValues>) =>
    Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<ChannelFormValues>;
  return { base: only(base), values: only(values) };
}

type Changes = Omit<ParamsOf<typeof updateStream>, 'stream_id'>;

/**
 * Parameters for the changed values. A permission includes its old value, so that the server
 * refuses to overwrite someone else's change.
 */
export function channelUpdateParams(before: ChannelFormValues, after: ChannelFormValues): Changes {
  const differs = (...fields: ChannelFormField[]) =>
    fields.some((field) => !isSame(before[field], after[field]));
  return {
    ...(differs('name') && { new_name: after.name.trim() }),
    ...(differs('description') && { description: after.description.trim() }),
    ...(differs('privacy') && {
      is_private: after.privacy === 'private',
      is_web_public: after.privacy === 'web_public',
    }),
    ...(differs('privacy', 'history_public_to_subscribers') &&
      after.privacy === 'private' && {
        history_public_to_subscribers: after.history_public_to_subscribers,
      }),
    ...(isDefault(before) !== isDefault(after) && { is_default_stream: isDefault(after) }),
    ...(differs('folder_id') && { folder_id: after.folder_id }),
    ...(differs('topics_policy') && { topics_policy: after.topics_policy }),
    ...(differs('stream_post_policy') && { stream_post_policy: after.stream_post_policy }),
    ...(differs('retention', 'days') && { message_retention_days: retentionOf(after) }),
    ...Object.fromEntries(
      channelPermissions.flatMap((name) =>
        differs(name) ? [[name, { new: after[name], old: before[name] }]] : [],
      ),
    ),
  };
}

/** Form field of a parameter, if their names differ. */
const fieldsByParameter: Readonly<Record<string, ChannelFormField>> = {
  new_name: 'name',
  is_private: 'privacy',
  invite_only: 'privacy',
  is_web_public: 'privacy',
  message_retention_days: 'retention',
};

const permissionNames: ReadonlySet<string> = new Set(channelPermissions);

const fieldNamed = (parameter: string): ChannelFormField =>
  fieldsByParameter[parameter] ?? (parameter as ChannelFormField);

/** Fields that the server ignored although the call succeeded. */
export function ignoredFields({
  ignored_parameters_unsupported: ignored = [],
}: IgnoredParameters): readonly ChannelFormField[] {
  const isField = (name: ChannelFormField) => name in emptyChannelForm || permissionNames.has(name);
  return [...new Set(ignored.map(fieldNamed))].filter(isField);
}

/** The field for which the server refused the call, or undefined if unknown. */
export function fieldRefusedBy(failure: unknown, sent: object): ChannelFormField | undefined {
  if (!(failure instanceof ApiError)) return undefined;
  if (failure.code === 'CHANNEL_ALREADY_EXISTS') return 'name';
  const names = Object.keys(sent).filter((name) => !['subscribers', 'announce'].includes(name));
  const fields = new Set(names.map(fieldNamed));
  if (failure.code === 'EXPECTATION_MISMATCH') {
    const permissions = channelPermissions.filter((name) => fields.has(name));
    return permissions.length === 1 ? permissions[0] : undefined;
  }
  if (fields.size === 1) return [...fields][0];
  const parameter = refusedParameter(failure, names);
  return parameter === undefined ? undefined : fieldNamed(parameter);
}
