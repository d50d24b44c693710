import { listFolders, wireFolder } from '../channel-folders/wire';
import type { State } from './scope';

export const folderStates: Readonly<Record<string, State>> = {
  channel_folders: async ({ context }) => ({
    channel_folders: (await listFolders(context)).map(wireFolder),
  }),
};
