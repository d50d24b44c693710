import { listViews } from '../navigation-views/list';
import type { State } from './scope';

export const navigationViewStates: Readonly<Record<string, State>> = {
  navigation_views: async ({ context }) => ({ navigation_views: await listViews(context) }),
};
