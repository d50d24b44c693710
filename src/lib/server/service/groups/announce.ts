import type { ServiceContext } from '../context';
import type { GroupRow } from './find';

const capability = 'include_deactivated_groups';

/** Tells everybody of a change; a deactivated group is unknown to clients that take in active ones only. */
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

/** The same where a group stops or begins to be active: such clients see it go or come. */
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
