import { listFolders, wireFolder } from '../channel-folders/wire';
import type { StateReader } from './scope';

export const folderStates: Readonly<Record<string, StateReader>> = {
  channel_folders: async ({ context }) => ({
    channel_folders: (await listFolders(context)).map(wireFolder),
  }),
};
