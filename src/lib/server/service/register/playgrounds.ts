import { listPlaygrounds } from '../playgrounds/list';
import type { State } from './scope';

export const playgroundStates: Readonly<Record<string, State>> = {
  realm_playgrounds: async ({ context }) => ({ realm_playgrounds: await listPlaygrounds(context) }),
};
