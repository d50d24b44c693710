import { listViews } from '../navigation-views/list';
import type { StateReader } from './scope';

export const navigationViewStates: Readonly<Record<string, StateReader>> = {
  navigation_views: async ({ context }) => ({ navigation_views: await listViews(context) }),
};
