import type { ServiceContext } from '../context';
import type { GroupRow } from './find';

const capability = 'include_deactivated_groups';

/**
 * Sends everyone a change of a group. Clients without support for deactivated groups get none for
 * those.
 */
export function announceGroup(
  { emit }: ServiceContext,
  group: Pick<GroupRow, 'deactivated'>,
  change: { readonly op: string } & Readonly<Record<string, unknown>>,
): void {
  emit({
    payload: { type: 'user_group', ...change },
    audience: 'realm',
    ...(group.deactivated && { hidden: { with: capability } }),
  });
}

/**
 * Announces deactivation or reactivation: older clients get a removal or an addition instead of a
 * change.
 */
export function announceGroupActivity(
  { emit }: ServiceContext,
  change: Readonly<Record<string, unknown>>,
  forOthers: { readonly op: 'add' | 'remove' } & Readonly<Record<string, unknown>>,
): void {
  emit({
    payload: { type: 'user_group', op: 'update', ...change },
    audience: 'realm',
    hidden: { with: capability },
  });
  emit({
    payload: { type: 'user_group', ...forOthers },
    audience: 'realm',
    hidden: { without: capability },
  });
}
