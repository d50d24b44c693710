import type { FilesPort } from '../paste/files-port';
import type { RoomPort } from './writing-room.svelte';

/** What a box needs of other features: the view hands it in. */
export interface BoxPorts {
  readonly files: FilesPort;
  readonly room: RoomPort;
}
