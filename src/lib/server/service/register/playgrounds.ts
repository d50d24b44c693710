import { listPlaygrounds } from '../playgrounds/list';
import type { StateReader } from './scope';

export const playgroundStates: Readonly<Record<string, StateReader>> = {
  realm_playgrounds: async ({ context }) => ({ realm_playgrounds: await listPlaygrounds(context) }),
};
