import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import type { ChannelPermission, PostPolicy } from '../../api/channels';
import type { RegisterState } from '../../api/register';

const ruleSchema = v.object({
  require_system_group: v.boolean(),
  allow_internet_group: v.boolean(),
  allow_nobody_group: v.boolean(),
  allow_everyone_group: v.boolean(),
  default_group_name: v.string(),
  allowed_system_groups: v.optional(v.array(v.string()), []),
});
/** Values that a permission can have. https://zulip.com/api/register-queue */
export type ChannelPermissionRule = v.InferOutput<typeof ruleSchema>;

const supported = v.object({ stream: v.record(v.string(), v.unknown()) });

/**
 * The server's rules for channel permissions. Contains only permissions that the server supports.
 */
export function channelPermissionRules(
  state: RegisterState | null,
): ReadonlyMap<ChannelPermission, ChannelPermissionRule> {
  const given = parsedAs(supported, state?.server_supported_permission_settings);
  return new Map(
    Object.entries(given?.stream ?? {}).flatMap(([name, value]) => {
      const rule = parsedAs(ruleSchema, value);
      return rule ? [[name as ChannelPermission, rule] as const] : [];
    }),
  );
}

const posters = {
  1: undefined,
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
} as const satisfies Record<PostPolicy, string | undefined>;

/**
 * Maps the older number for who can post to the group of the newer setting.
 * https://zulip.com/api/get-streams
 */
export function postingGroupOf(
  policy: PostPolicy,
  groups: readonly { readonly id: number; readonly name: string }[],
): number | undefined {
  const name = posters[policy];
  return groups.find((group) => group.name === name)?.id;
}
