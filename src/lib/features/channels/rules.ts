import * as v from 'valibot';
import type { ChannelPermission } from '../../api/channels';
import type { RegisterState } from '../../api/register';

const ruleSchema = v.object({
  require_system_group: v.boolean(),
  allow_internet_group: v.boolean(),
  allow_nobody_group: v.boolean(),
  allow_everyone_group: v.boolean(),
  default_group_name: v.string(),
  allowed_system_groups: v.array(v.string()),
});
/** What a permission may be. https://zulip.com/api/register-queue */
export type ChannelRule = v.InferOutput<typeof ruleSchema>;

const supported = v.object({ stream: v.record(v.string(), v.unknown()) });

/** What the server says of permissions in channels; none of those that it does not know. */
export function channelRules(
  state: RegisterState | null,
): ReadonlyMap<ChannelPermission, ChannelRule> {
  const told = v.safeParse(supported, state?.server_supported_permission_settings);
  if (!told.success) return new Map();
  return new Map(
    Object.entries(told.output.stream).flatMap(([name, rule]) => {
      const parsed = v.safeParse(ruleSchema, rule);
      return parsed.success ? [[name as ChannelPermission, parsed.output] as const] : [];
    }),
  );
}
