import { listGroups } from '../groups/wire';
import type { StateReader } from './scope';

export const groupStates: Readonly<Record<string, StateReader>> = {
  realm_user_groups: async (scope) => {
    const withDeactivated = scope.has('include_deactivated_groups');
    return { realm_user_groups: await listGroups(scope.context, withDeactivated) };
  },
};
